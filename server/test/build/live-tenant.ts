import assert from 'node:assert/strict';
import { buildStaff, buildTenant, query } from '../builders.ts';
import { client, type TestApp } from '../test-app.ts';
import { until } from '../until.ts';

// Live keys and real telephones: the starting point for tests of real calls.

type Nodes = Pick<TestApp, 'databaseUrl' | 'address'>;

/** A tenant with a live key and one staff member with this phone. */
export async function liveTenant(node: Nodes, phone = 'sip:alice') {
  const tenant = await buildTenant(node, { kind: 'live' });
  const { tenantId, key } = tenant;
  const staff_id = await buildStaff(node, tenantId);
  await query(node, 'update staff set phone = $2 where staff_id = $1', [staff_id, phone]);
  const detail = async (callId: string, on: Pick<TestApp, 'address'> = node) =>
    (await client(on, key).get(`/calls/${callId}`)).body.data;

  return {
    ...tenant,
    staffId: staff_id,
    detail,

    /** Starts a call and returns its id. */
    async start(phone_number: string, on: Pick<TestApp, 'address'> = node): Promise<string> {
      const body = { staff_id, project_id: tenant.projectId, phone_number };
      const answer = await until(async () => {
        const answer = await client(on, key).post('/calls/initiate', body);
        return answer.status !== 503 && answer; // Until Asterisk is connected.
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data.call_id;
    },

    /** Waits until a call has reached a state; fails at once, and shows the call, if it ends before. */
    reach: (callId: string, field: string, value: string, on?: Pick<TestApp, 'address'>) =>
      until(async () => {
        const call = await detail(callId, on);
        if (call[field] === value) return true;
        assert.equal(call.ended_at, null, JSON.stringify(call));
        return false;
      }, 30),

    /** The call, after it has ended and all its legs are gone. */
    async over(callId: string, on?: Pick<TestApp, 'address'>) {
      await until(async () => {
        const open = await query(node, 'select 1 from open_calls where tenant_id = $1', [tenantId]);
        return open.length === 0;
      }, 40);
      const call = await detail(callId, on);
      assert.ok(call.ended_at, JSON.stringify(call));
      return call;
    },

    /** The types of the events of its calls, in order. */
    async events(): Promise<string[]> {
      const rows = await query(node, 'select type from events where tenant_id = $1 order by event_id', [tenantId]);
      return rows.map(({ type }) => type);
    },
  };
}
