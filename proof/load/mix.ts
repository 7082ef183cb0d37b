import { Agent, request } from 'node:http';
import type { PlantedTenant } from '../tenants.ts';

// The requests of a usual integration: it shows customers, writes some, starts calls and reads the list of calls.

type Sent = { method: string; path: string; body?: object; status: number };

export type Mix = Disposable & { send(serial: number): Promise<boolean> };

const patience = 30_000;

export function mixFor(address: string, { key, projectId, staffIds }: PlantedTenant, customerIds: number[]): Mix {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const day = new Date().toISOString().slice(0, 10);
  const create = (serial: number): Sent => ({
    ...{ method: 'POST', path: '/customers', status: 201 },
    body: { project_id: projectId, name: `Customer ${serial}`, tel1: `+8190${10_000_000 + (serial % 1e7)}` },
  });
  const get = (serial: number): Sent => ({
    ...{ method: 'GET', path: `/customers/${customerIds[serial % customerIds.length]}`, status: 200 },
  });
  const list = (): Sent => ({ method: 'GET', path: `/calls?from=${day}&to=${day}&per_page=25`, status: 200 });
  const initiate = (serial: number): Sent => ({
    ...{ method: 'POST', path: '/calls/initiate', status: 200 },
    body: {
      phone_number: `+8190${20_000_000 + (serial % 1e7)}`,
      staff_id: staffIds[serial % staffIds.length],
      project_id: projectId,
    },
  });
  const turns = [get, list, get, create, get, initiate, get, list, create, get];
  return {
    send(serial) {
      const { method, path, body, status } = (turns[serial % turns.length] ?? get)(serial);
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const signal = AbortSignal.timeout(patience);
      return new Promise((resolve) => {
        const sent = request(
          { agent, host: hostname, port, method, path: `/api/v1${path}`, headers, signal },
          (response) => {
            response.resume();
            response.on('error', () => resolve(false));
            response.on('end', () => resolve(response.statusCode === status));
          },
        );
        sent.on('error', () => resolve(false));
        sent.end(body && JSON.stringify(body));
      });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
