import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A receiver of webhooks that remembers every event, and can be made slow or broken.

export type ReceivedEvent = { id: string; type: string; data: Record<string, unknown> };

export type Receiver = AsyncDisposable & {
  /** Each tenant has a path of its own. */
  urlFor(tenant: string): string;
  /** The events of a tenant that were accepted, by id. */
  eventsOf(tenant: string): Map<string, ReceivedEvent>;
  /** The secret that signs what a tenant's webhook sends. */
  expect(tenant: string, secret: string): void;
  behave(behavior: Behavior): void;
  violations: string[];
};

export type Behavior = 'accepts' | 'fails' | 'is slow' | 'hangs up';

const slowness = 3_000;

export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, Map<string, ReceivedEvent>>();
  const secrets = new Map<string, string>();
  const violations: string[] = [];
  let behavior: Behavior = 'accepts';
  const eventsOf = (tenant: string) => {
    const known = events.get(tenant) ?? new Map<string, ReceivedEvent>();
    events.set(tenant, known);
    return known;
  };
  const answers: Record<Behavior, (response: ServerResponse, accept: () => void) => void> = {
    accepts: (response, accept) => {
      accept();
      response.end();
    },
    fails: (response) => response.writeHead(500).end(),
    'is slow': (response, accept) =>
      setTimeout(() => {
        accept();
        response.end();
      }, slowness).unref(),
    'hangs up': (response) => response.socket?.destroy(),
  };
  const server = createServer(async (request, response) => {
    const tenant = (request.url ?? '').slice(1);
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return; // The node was killed while it sent.
    const signature = String(request.headers['x-service-signature']);
    if (!isSigned(signature, body, secrets.get(tenant) ?? ''))
      violations.push(`A wrong signature: ${signature} ${body}`);
    const event = JSON.parse(body) as ReceivedEvent;
    answers[behavior](response, () => eventsOf(tenant).set(event.id, event));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (tenant) => `http://127.0.0.1:${port}/${tenant}`,
    eventsOf,
    expect: (tenant, secret) => void secrets.set(tenant, secret),
    behave: (next) => {
      behavior = next;
    },
    violations,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isSigned(signature: string, body: string, secret: string): boolean {
  const [, time, sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return sent === createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
}
