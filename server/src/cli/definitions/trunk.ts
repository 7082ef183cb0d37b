import { codecs, transports } from '../../trunks/trunk-fields.ts';
import { define } from '../terminal/command.ts';
import { listOption, oneOf, optional, or, required, text, wholeNumber } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const name = required(text('N', 'Name of the trunk'));
const host = text('H', "The carrier's server: sip.carrier.example, or an address");
const user = text('U', 'User name at the carrier; without one, the carrier knows you by your address');
const fromUser = text('U', 'User in the From header, if the carrier requires its own instead of the caller id');
const fromDomain = text('D', "Host in the From header, if it is not the carrier's server");
const others = {
  port: optional(wholeNumber('5060', 'Port of the server (default: 5060, or 5061 with tls)', 1, 65_535)),
  transport: optional(oneOf(transports, 'Transport (default: udp)')),
  codecs: optional(listOption('ulaw,alaw', `Some of ${codecs.join(', ')}, in the order of preference`)),
};

export const trunkChangeable = {
  host: optional(host),
  ...others,
  user: optional(or('none', user)),
  'from-user': optional(or('none', fromUser)),
  'from-domain': optional(or('none', fromDomain)),
};

export const trunkCreate = define({
  words: 'trunk create',
  about: 'Create a trunk, the SIP connection to a carrier',
  details: 'With --user, the password is read from the variable TRUNK_PASSWORD, or else from standard input.',
  options: {
    tenant,
    name,
    host: required(host),
    ...others,
    user: optional(user),
    'from-user': optional(fromUser),
    'from-domain': optional(fromDomain),
  },
  examples: ['trunk create --tenant 1 --name carrier --host sip.carrier.example'],
});

export const trunkList = define({
  words: 'trunk list',
  about: 'List the trunks of a tenant and their state in Asterisk',
  options: { tenant },
});

export const trunkShow = define({
  words: 'trunk show',
  about: 'Show all settings of a trunk but its password',
  options: { tenant, name },
});

export const trunkUpdate = define({
  words: 'trunk update',
  about: 'Change a trunk',
  details:
    'Settings that are not given stay as they are. With --user, a password is read as by "trunk create". A trunk with a user needs --user and the password again for another host, port or transport.',
  options: { tenant, name, ...trunkChangeable },
});

export const trunkRemove = define({
  words: 'trunk remove',
  about: 'Remove a trunk that no project uses',
  options: { tenant, name },
});

export const trunkDefinitions = [trunkCreate, trunkList, trunkShow, trunkUpdate, trunkRemove];
