import { readConfig } from '../../config.ts';
import { eventTypes } from '../../events/event-types.ts';
import { readApiKey } from '../../platform/api-key.ts';
import { guardedAgent } from '../../webhooks/sending/guarded-agent.ts';
import { newWebhookSecret } from '../../webhooks/sending/webhook-secret.ts';
import { configuredAddress, findRunningServer } from '../installation/one-server.ts';
import type { Command, Terminal } from '../terminal/command.ts';
import { hearInterruption } from '../terminal/interruption.ts';
import { type Given, list, optional, readOptions, text, UsageFault } from '../terminal/options.ts';
import { eventJson, eventLine } from './listen/event-line.ts';
import { forwardEvent, type Target } from './listen/forward-event.ts';
import { serverEvents } from './listen/server-events.ts';

const webAddress = (about: string) => ({
  shows: 'URL',
  about,
  expects: 'an address that begins with http:// or https://',
  read: (text: string) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined),
});

const options = {
  'forward-to': optional(webAddress('A program of yours that every event is posted to, as a webhook would be.')),
  server: optional(
    webAddress('The server; otherwise the one that runs on DATA_DIR, or else the one at HOST and PORT.'),
  ),
  key: optional(text('KEY', 'A key with the scope webhooks:manage; better in the variable TRUNKLINE_KEY.')),
  events: optional({
    ...list('E,...', `Only these kinds: some of ${eventTypes.join(', ')}.`),
    expects: `some of ${eventTypes.join(', ')}, separated by commas`,
    read: (text: string) => {
      const types = text.split(',').map((type) => type.trim());
      return types.every((type) => eventTypes.some((known) => known === type)) ? types : undefined;
    },
  }),
  secret: optional({
    ...text('SECRET', 'What to sign with, so that it stays the same from run to run.'),
    expects: 'a secret of a webhook: whsec_ and at least 24 bytes in base64',
    read: (text: string) => (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text) ? text : undefined),
  }),
};

export const commands: Command[] = [
  {
    words: 'listen',
    about: 'Show events of a running server as they happen, and forward them, signed, to a program on this machine.',
    options,
    aboutJson: 'Print a line of JSON for each event instead.',
    async run(args, terminal) {
      const { given, json } = readOptions(options, args);
      await listen(given, terminal, json ? 'json' : 'text');
      return 0;
    },
  },
];

async function listen(given: Given<typeof options>, terminal: Terminal, form: 'json' | 'text'): Promise<void> {
  const { key, mode } = readKey(given.key ?? terminal.environment.TRUNKLINE_KEY?.trim());
  const server = (given.server ?? serverOf(terminal.environment)).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  using interruption = hearInterruption();
  // The reader of a pipe, as in `listen | head`, may have closed it.
  process.stdout.once('error', () => process.exit(0));

  const url = given['forward-to'];
  const secret = given.secret ?? newWebhookSecret();
  const agent = guardedAgent('anywhere');
  await using ending = new AsyncDisposableStack();
  ending.defer(() => agent.destroy());
  const target: Target | undefined = url === undefined ? undefined : { url, secret, agent };

  const notice = (sentence: string) =>
    terminal.err(form === 'json' ? `${JSON.stringify({ notice: sentence })}\n` : `${sentence}\n`);
  const events = serverEvents({
    server,
    key,
    types: given.events,
    signal: interruption.signal,
    onConnect: (times) => {
      if (times === 'again') notice(`Connected to ${server} again; nothing was lost.`);
      else terminal.out(form === 'json' ? welcomeJson(server, mode, target) : welcome(server, mode, target));
    },
    onInterruption: (reason) => notice(`${reason.replace(/\.$/, '')}. Trying again every second.`),
  });
  const write = form === 'json' ? eventJson : eventLine;
  for await (const event of events) {
    const forwarded = target && (await untilStopped(forwardEvent(target, event), interruption.signal));
    if (interruption.signal.aborted) break;
    terminal.out(write(event, forwarded));
  }
}

/** A server on this folder has noted its address; otherwise the address follows from these settings. */
function serverOf(environment: Terminal['environment']): string {
  const config = readConfig(environment);
  try {
    const address = findRunningServer(config.DATA_DIR)?.address;
    if (address) return address;
  } catch {
    // The folder belongs to another user.
  }
  return configuredAddress(config);
}

function readKey(key: string | undefined): { key: string; mode: 'test' | 'live' } {
  if (!key) throw new UsageFault('--key is missing. Add --key KEY, or set the variable TRUNKLINE_KEY.');
  const mode = readApiKey(key)?.kind;
  if (mode) return { key, mode };
  throw new Error('This is no API key, or one that was not copied whole: they begin with tl_test_ or tl_live_.');
}

function welcome(server: string, mode: string, target: Target | undefined): string {
  const listening = `Listening to the ${mode} events of ${server}`;
  if (!target) return `${listening}. Ctrl-C stops. Add --forward-to URL to hand them to a program of yours.\n\n`;
  return `${listening}, which go on to ${target.url}. Ctrl-C stops.\nThey are signed with ${target.secret}\n\n`;
}

function welcomeJson(server: string, mode: string, target: Target | undefined): string {
  const listening = { server, mode, forward_to: target?.url ?? null, secret: target?.secret ?? null };
  return `${JSON.stringify({ listening })}\n`;
}

/** Ctrl-C does not wait for a local program that does not answer. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
