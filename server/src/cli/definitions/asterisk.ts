import { define } from '../terminal/command.ts';
import { optional, required, text, wholeNumber } from '../terminal/options.ts';

const server = required(text('H:P', 'Host and port of the server, as "asterisk list" shows them'));

export const asteriskList = define({
  words: 'asterisk list',
  about: 'List the Asterisk servers of ASTERISK_URL and their calls',
  options: {},
});

export const asteriskDrain = define({
  words: 'asterisk drain',
  about: 'Stop placing new outbound calls on an Asterisk server',
  details: 'Calls in progress go on. When the server has no calls left, it can be stopped.',
  options: {
    server,
    wait: optional(wholeNumber('S', 'Wait until it has no calls, for at most this many seconds', 1, 86_400)),
  },
  examples: ['asterisk drain --server 10.0.0.5:8088 --wait 3600'],
});

export const asteriskUndrain = define({
  words: 'asterisk undrain',
  about: 'Put a drained Asterisk server back into service',
  options: { server },
});

export const asteriskDefinitions = [asteriskList, asteriskDrain, asteriskUndrain];
