// A page with a button for each contact, and the small server behind it. The server holds the key; the page never sees it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { env } from 'node:process';
import { json } from 'node:stream/consumers';
import { createClient, TrunklineError } from '@trunkline/sdk';

const client = createClient({ baseUrl: env.SERVER ?? 'http://127.0.0.1:8080', apiKey: env.KEY });
const staffId = Number(env.STAFF_ID ?? 1);
const projectId = Number(env.PROJECT_ID ?? 1);
const page = readFileSync(new URL('page.html', import.meta.url));

// The page sends the id of a contact, not a number: a visitor cannot call just any number at your expense.
const contacts = [
  { id: 'c1', name: 'Hanako Sato', phone_number: '+81-90-1234-5678' },
  { id: 'c2', name: 'Busy Bakery', phone_number: '+81-90-1234-0002' },
];

const routes = {
  'GET /': (_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  'GET /contacts': (_request, response) =>
    answer(
      response,
      200,
      contacts.map(({ id, name }) => ({ id, name })),
    ),
  'POST /calls': startCall,
};

/** Answers with a line of JSON for each state of the call, until it has ended or the visitor leaves. */
async function startCall(request, response) {
  // In your application, take the staff member from the session of the signed-in visitor.
  const { contact_id } = await json(request);
  const contact = contacts.find(({ id }) => id === contact_id);
  if (!contact) return answer(response, 404, { message: 'There is no such contact.' });
  const { phone_number } = contact;
  const { call_id } = await client.calls.initiate({ phone_number, staff_id: staffId, project_id: projectId });
  const leaving = new AbortController();
  response.on('close', () => leaving.abort());
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  for await (const { status, ended_at, duration_seconds } of client.calls.follow(call_id, { signal: leaving.signal }))
    response.write(`${JSON.stringify({ status, ended: ended_at !== null, duration_seconds })}\n`);
  response.end();
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer(async (request, response) => {
  try {
    const route = routes[`${request.method} ${request.url}`];
    // A page of another site cannot send this header, so it cannot start calls in the name of a visitor.
    if (request.method === 'POST' && request.headers['x-click-to-call'] !== 'yes')
      return answer(response, 403, { message: 'Send this request from the page.' });
    if (!route) return answer(response, 404, { message: 'There is no such page.' });
    await route(request, response);
  } catch (error) {
    if (response.headersSent) return response.destroy();
    const message = error instanceof TrunklineError ? error.message : 'Something went wrong.';
    answer(response, 502, { message });
  }
});
server.listen(Number(env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${server.address().port}/`),
);
