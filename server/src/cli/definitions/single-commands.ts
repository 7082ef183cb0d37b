import { eventTypes } from '../../events/event-types.ts';
import { define } from '../terminal/command.ts';
import { flag, listOption, optional, text } from '../terminal/options.ts';

// Commands of one word.

export const serve = define({
  words: 'serve',
  about: 'Run the server until Ctrl-C',
  options: {
    'build-console': flag('Build the console beside the server if it is not current, as npm start does'),
  },
  aboutJson: 'none',
});

export const migrate = define({
  words: 'migrate',
  about: 'Update the database, as the next start would',
  options: {},
});

export const demo = define({
  words: 'demo',
  about: 'Show the sign-in and the keys of the demo tenant again',
  details: 'A password that was used and keys that were revoked are not shown.',
  options: {},
});

export const doctor = define({
  words: 'doctor',
  about: 'Check settings, database, disk, server and telephony',
  details: 'It changes no data. The exit code is 1 if a check fails.',
  options: {},
});

export const version = define({
  words: 'version',
  about: 'Print the version, as --version does',
  options: {},
  aboutJson: 'Print one line of JSON',
});

const webAddress = (about: string) => ({
  shows: 'URL',
  about,
  expects: 'an address that begins with http:// or https://',
  read: (text: string) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined),
});

export const listen = define({
  words: 'listen',
  about: 'Print events as they happen, and forward them to a URL',
  options: {
    'forward-to': optional(webAddress('Post every event to this URL, signed, as a webhook does')),
    server: optional(
      webAddress('The server (default: the one that runs on DATA_DIR, or else the one at HOST and PORT)'),
    ),
    key: optional(text('KEY', 'A key with the scope webhooks:manage; safer in the variable TRUNKLINE_KEY')),
    events: optional({
      ...listOption('E,...', `Only these types: some of ${eventTypes.join(', ')}`),
      expects: `some of ${eventTypes.join(', ')}, separated by commas`,
      read: (text: string) => {
        const types = text.split(',').map((type) => type.trim());
        return types.every((type) => eventTypes.some((known) => known === type)) ? types : undefined;
      },
    }),
    secret: optional({
      ...text('SECRET', 'Signing secret, to keep it the same from run to run'),
      expects: 'a secret of a webhook: whsec_ and at least 24 bytes in base64',
      read: (text: string) => (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text) ? text : undefined),
    }),
  },
  aboutJson: 'Print one line of JSON for each event',
  examples: ['listen --forward-to http://localhost:3000/webhooks'],
});
