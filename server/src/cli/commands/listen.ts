import { readConfig } from '../../config.ts';
import { readApiKey } from '../../platform/api-key.ts';
import { guardedAgent } from '../../webhooks/sending/guarded-agent.ts';
import { newWebhookSecret } from '../../webhooks/sending/webhook-secret.ts';
import { listen as definition } from '../definitions/single-commands.ts';
import { configuredAddress, findRunningServer } from '../installation/one-server.ts';
import type { Command, Terminal } from '../terminal/command.ts';
import { watchInterruption } from '../terminal/interruption.ts';
import { type Given, readOptions, UsageFault } from '../terminal/options.ts';
import { eventJson, eventLine } from './listen/event-line.ts';
import { forwardEvent, type Target } from './listen/forward-event.ts';
import { serverEvents } from './listen/server-events.ts';

export const commands: Command[] = [
  {
    definition,
    async run(args, terminal) {
      const { given, json } = readOptions(definition.options, args);
      await listen(given, terminal, json ? 'json' : 'text');
      return 0;
    },
  },
];

async function listen(
  given: Given<typeof definition.options>,
  terminal: Terminal,
  form: 'json' | 'text',
): Promise<void> {
  const { key, mode } = readKey(given.key ?? terminal.environment.TRUNKLINE_KEY?.trim());
  const server = (given.server ?? serverOf(terminal.environment)).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  using interruption = watchInterruption();
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
      if (times === 'again') notice(`Connected to ${server} again. No event was lost.`);
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
  throw new Error('This is not a complete API key. Keys begin with tl_test_ or tl_live_.');
}

function welcome(server: string, mode: string, target: Target | undefined): string {
  const listening = `Listening to the ${mode} events of ${server}`;
  if (!target) return `${listening}. Ctrl-C stops.\nAdd --forward-to URL to post them to your own program.\n\n`;
  return `${listening}. Ctrl-C stops.\nForwarding to ${target.url}, signed with ${target.secret}\n\n`;
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
