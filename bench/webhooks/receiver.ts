// Takes whatever is sent to it, in a process of its own, and remembers when what came. Under /hang it never answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Arrival = { serial: number; at: number };

let arrivals: Arrival[] = [];

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

// Asked for what has arrived, it tells and forgets.
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = [];
});
