// Receives call events and updates the tickets that the calls belong to. The `external_id` of a call is the id of its ticket,
// with anything after a colon ignored, so that a ticket can have several calls.
//
//   WEBHOOK_SECRET=whsec_... node receiver.mjs
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { env } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@trunkline/sdk';

const file = env.TICKETS ?? 'tickets.json';
const readTickets = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Replaces the file in one step. In your system this is a transaction. */
function writeTickets(tickets) {
  writeFileSync(`${file}.new`, JSON.stringify(tickets, null, 2));
  renameSync(`${file}.new`, file);
}

/** Deliveries may be repeated and arrive in any order: of each call, the event with the highest sequence counts. */
function apply({ type, data }) {
  const [ticketId] = (data.external_id ?? '').split(':');
  if (!type.startsWith('call.') || !ticketId) return 'ignored';
  const tickets = readTickets();
  const ticket = tickets[ticketId] ?? { state: 'open', calls: {} };
  if ((ticket.calls[data.call_id]?.sequence ?? 0) >= data.sequence) return 'known';
  const { sequence, status, duration_seconds, ended_at } = data;
  ticket.calls[data.call_id] = { sequence, status, duration_seconds, ended_at };
  const calls = Object.values(ticket.calls);
  ticket.state = calls.some((call) => call.status === 'connected' && call.ended_at) ? 'answered' : 'call again';
  writeTickets({ ...tickets, [ticketId]: ticket });
  return `ticket ${ticketId}: ${ticket.state}`;
}

const server = createServer(async (request, response) => {
  try {
    const signature = request.headers['x-service-signature'];
    const event = await verifyWebhook({ signature, body: await buffer(request), secret: env.WEBHOOK_SECRET });
    console.log(event.id, event.type, apply(event));
    response.writeHead(204).end();
  } catch (error) {
    // After a 500 Trunkline sends the event again.
    const isForged = error instanceof WebhookVerificationError;
    console.log(isForged ? `refused: ${error.message}` : error);
    response.writeHead(isForged ? 400 : 500).end();
  }
});
server.listen(Number(env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`Waiting at http://127.0.0.1:${server.address().port}/`),
);
