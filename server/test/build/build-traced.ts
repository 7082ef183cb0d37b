import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/config.ts';
import type { Logger } from '../../src/platform/log.ts';
import { readTraceparent } from '../../src/platform/tracing/trace-context.ts';
import { buildStaff, buildTenant } from '../builders.ts';
import { startReceiver } from '../stand-ins/webhook-receiver.ts';
import { startNode } from '../test-app.ts';
import { createTestDatabase } from '../test-database.ts';
import { until } from '../until.ts';

const events = ['customer.created', 'call.initiated', 'call.completed', 'call.missed'];
const phone_number = '+819012345678';
/** A tenant with a webhook. The last spans arrive when the app stops. */
export async function buildTraced(config: Partial<Config>, log?: Logger) {
  const app = await startNode(await createTestDatabase(), { WEBHOOK_ALLOW_PRIVATE: true, ...config }, log);
  const receiver = await startReceiver({ protocol: 'http' });
  const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const staff_id = await buildStaff(app, tenant.tenantId);
  const made = await tenant.api.post('/webhooks', { url: `${receiver.url}hook-secret`, events });
  assert.equal(made.status, 201, made.text);
  const call = { phone_number, staff_id, project_id: tenant.projectId };
  return {
    ...{ app, receiver, ...tenant },
    initiate: (headers: Record<string, string> = {}, changes = {}) =>
      tenant.api.post('/calls/initiate', { ...call, ...changes }, headers),
    received: (...texts: string[]) =>
      until(() => receiver.received.find(({ body }) => texts.every((text) => body.includes(text)))),
  };
}

/** The context of a client that traces its own work. */
export function clientContext(flags: '00' | '01' = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

export const contextOf = (headers: Record<string, string>) => {
  const context = readTraceparent(headers.traceparent);
  assert.ok(context, `no traceparent in ${JSON.stringify(headers)}`);
  return context;
};
