// A complete receiver to try webhooks on one machine, without any package:
//
//   WEBHOOK_SECRET=whsec_... node docs/verify-webhook/receiver.mjs
import { createServer } from 'node:http';
import { env, exit } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { isGenuine } from './verify.mjs';

const { WEBHOOK_SECRET: secret, PORT: port = '3000' } = env;
if (!secret?.startsWith('whsec_')) {
  console.error('Set WEBHOOK_SECRET to the secret of the webhook, which begins with whsec_.');
  exit(1);
}

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const genuine = isGenuine(secret, request.headers['x-service-signature'], body);
  console.log(genuine ? `verified ${request.headers['webhook-id']} ${JSON.parse(body).type}` : 'refused: forged');
  response.writeHead(genuine ? 200 : 400).end();
});
server.listen(Number(port), '127.0.0.1', () =>
  console.log(`Waiting at http://127.0.0.1:${server.address().port}/hook`),
);
