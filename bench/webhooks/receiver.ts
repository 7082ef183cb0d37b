// Accepts every request, in a child process, and records what arrived when. Under /hang it never answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = { serial: number; at: number };

let arrivals: ReceivedRequest[] = [];

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return;
    const serial = /"serial":(\d+)/.exec(body)?.[1];
    if (serial) arrivals.push({ serial: Number(serial), at });
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

// Answers with the arrivals, and forgets them.
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = [];
});
