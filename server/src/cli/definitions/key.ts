import { scopes } from '../../platform/caller.ts';
import { define } from '../terminal/command.ts';
import { flag, idOption, listOption, optional, required, text, time } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const key = required(idOption('key', 'ID', 'Id of the key, as in "key list"'));

export const keyCreate = define({
  words: 'key create',
  about: 'Create an API key and print it (shown once)',
  options: {
    tenant,
    kind: required(text('test|live', 'Calls of a test key are simulated')),
    scopes: required(listOption('all|S,...', `Permissions: all, or some of ${scopes.join(', ')}`)),
    allow: optional(listOption('CIDR,...', 'Addresses it may be used from, at most 50 (default: any)')),
    expires: optional(time('DATE|TIME', 'Expiration: a day (from its start in UTC), or a time with its offset')),
    assistants: flag('Assistants may start live calls with it, over /mcp (default: they may not)'),
    name: optional(text('N', 'Name of the key (default: test key or live key)')),
  },
  examples: ['key create --tenant 1 --kind test --scopes all', 'key create --tenant 1 --kind live --scopes calls:read'],
});

export const keyList = define({
  words: 'key list',
  about: 'List the API keys of a tenant, without their secrets',
  options: { tenant },
});

export const keyShow = define({
  words: 'key show',
  about: 'Show everything about an API key but its secret',
  options: { tenant, key },
});

export const keyRevoke = define({
  words: 'key revoke',
  about: 'Revoke an API key on all nodes, within a second',
  options: { tenant, key },
});

export const keyDefinitions = [keyCreate, keyList, keyShow, keyRevoke];
