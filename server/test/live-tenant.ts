import assert from 'node:assert/strict';
import { buildStaff, buildTenant, query } from './builders.ts';
import type { LabAsterisk } from './phone-lab/asterisk.ts';
import type { PhoneLab } from './phone-lab/start-phone-lab.ts';
import { client, type TestApp } from './test-app.ts';
import { until } from './until.ts';

// Live keys on real telephones: what the tests of real calls start from.

/** The address of an Asterisk as `ASTERISK_URL` wants it. */
function ariUrl({ url, user, password }: LabAsterisk): string {
  return Object.assign(new URL(url), { username: user, password }).href;
}

/** The settings that let a node make calls in this lab. */
export const onLab = (lab: PhoneLab) => ({
  ASTERISK_URL: [ariUrl(lab.asterisk)],
  ASTERISK_TRUNK: 'carrier',
  ASTERISK_RECORDINGS: lab.recordings,
});

type Nodes = Pick<TestApp, 'databaseUrl' | 'address'>;

/** A tenant with a live key, whose one staff member is called at this phone. */
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

    /** Starts a call and gives its id. */
    async start(phone_number: string, on: Pick<TestApp, 'address'> = node): Promise<string> {
      const body = { staff_id, project_id: tenant.projectId, phone_number };
      const answer = await until(async () => {
        const answer = await client(on, key).post('/calls/initiate', body);
        return answer.status !== 503 && answer; // Until Asterisk is connected.
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data.call_id;
    },

    reach: (callId: string, field: string, value: string, on?: Pick<TestApp, 'address'>) =>
      until(async () => (await detail(callId, on))[field] === value, 30),

    /** The call when it has ended and every line of it is free. */
    async over(callId: string, on?: Pick<TestApp, 'address'>) {
      await until(async () => {
        const open = await query(node, 'select 1 from open_calls where tenant_id = $1', [tenantId]);
        return open.length === 0;
      }, 40);
      const call = await detail(callId, on);
      assert.ok(call.ended_at, JSON.stringify(call));
      return call;
    },

    /** What was told of its calls, in order. */
    async events(): Promise<string[]> {
      const rows = await query(node, 'select type from events where tenant_id = $1 order by event_id', [tenantId]);
      return rows.map(({ type }) => type);
    },
  };
}
