// `npm run bench -- customers`: each figure is a ratio, in one run, to a bare Fastify handler with the same SQL over the same
// pool. A word selects measures: `npm run bench -- customers bulk`. Bounded in time (about four minutes) and in rows.
import { compareServers, type Measure } from './compare-servers.ts';
import { newCustomer, plant, type Seed } from './plant-customers.ts';

const measures: Measure[] = [
  {
    name: 'GET /customers/{id}',
    target: '>= 0.90',
    ratio: 'throughput',
    connections: 32,
    request: ({ customerIds }, serial) => ({
      method: 'GET',
      path: `/customers/${customerIds[serial % customerIds.length]}`,
    }),
  },
  {
    name: 'GET /customers (50 a page)',
    target: '>= 0.95',
    ratio: 'throughput',
    connections: 32,
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?page=${1 + (serial % 100)}` }),
  },
  {
    name: 'POST /customers',
    target: '>= 0.70',
    ratio: 'throughput',
    connections: 32,
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers',
      body: JSON.stringify(newCustomer(seed, serial)),
    }),
  },
  {
    name: 'POST /customers/bulk (500)',
    target: '<= 1.25',
    ratio: 'time',
    connections: 1,
    request: newBulk,
  },
  {
    // The target was set when every table had such an index.
    name: 'POST /customers/bulk (500), against an index without a list of new entries',
    target: '<= 1.25',
    ratio: 'time',
    connections: 1,
    request: newBulk,
    barePath: '/customers/bulk/unlisted',
  },
  {
    name: 'POST /customers/bulk (500, on_duplicate: update)',
    target: '<= 1.60',
    ratio: 'time',
    connections: 1,
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers/bulk',
      body: JSON.stringify({ on_duplicate: 'update', customers: resent(seed, serial) }),
    }),
  },
];

function newBulk(seed: Seed, serial: number) {
  const customers = Array.from({ length: 500 }, (_, i) => newCustomer(seed, serial * 1_000 + i));
  return { method: 'POST' as const, path: '/customers/bulk', body: JSON.stringify({ customers }) };
}

/** Twenty lists of 500 customers take turns; each customer has another name and number every time. */
const resent = (seed: Seed, serial: number) =>
  Array.from({ length: 500 }, (_, i) => ({
    ...newCustomer(seed, serial * 1_000 + i),
    external_id: `list-${serial % 20}-${i}`,
    tel1: `+8190${10_000_000 + ((serial * 1_000 + i) % 80_000_000)}`,
  }));

await compareServers(plant, measures);
