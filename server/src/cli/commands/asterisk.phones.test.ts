import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveTenant } from '../../../test/build/live-tenant.ts';
import { commandLine } from '../../../test/command-line.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import type { PhoneLab } from '../../../test/phone-lab/start-phone-lab.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { startNode } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { decodeId } from '../../platform/ids.ts';

await withPhoneLab((one) =>
  withPhoneLab(async (two) => {
    const databaseUrl = await createTestDatabase();
    const ASTERISK_URL = [one, two].flatMap(({ settings }) => settings.ASTERISK_URL);
    const settings = { ASTERISK_URL, ASTERISK_TRUNK: 'carrier', ASTERISK_RECORDINGS: one.recordings };
    const environment = { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, PORT: '1' };
    const { run, json, refusal } = commandLine({
      ...environment,
      ...{ ASTERISK_URL: ASTERISK_URL.join(), ASTERISK_RECORDINGS: one.recordings },
    });
    const nameOf = ({ asterisk }: PhoneLab) => new URL(asterisk.url).host;
    const isOn = async (lab: PhoneLab, callId: string) =>
      (await lab.leftovers()).some((name) => name.includes(decodeId('call', callId) as string));
    const nodes = [await startNode(databaseUrl, settings), await startNode(databaseUrl, settings)] as const;
    const shows = async (node: { address: string }, metric: string, lab: PhoneLab) => {
      const metrics = await (await fetch(`${node.address}/metrics`)).text();
      return metrics.includes(`trunkline_asterisk_${metric}{server="${nameOf(lab)}"} 1\n`);
    };
    const seesDrained = (node: { address: string }, lab: PhoneLab) => shows(node, 'drained', lab);

    /** A connected call that was started on a node. */
    async function talk(node: (typeof nodes)[number]) {
      const tenant = await liveTenant(node);
      const callId = await tenant.start('+819012345678');
      await tenant.reach(callId, 'status', 'connected');
      return { ...tenant, callId };
    }
    type Talk = Awaited<ReturnType<typeof talk>>;
    const hangUp = async ({ api, callId, over }: Talk) => {
      await api.post(`/calls/${callId}/hangup`);
      await over(callId);
    };

    test('a drained server keeps its calls, gets no new ones from any node, and says when it can be stopped', async () => {
      const before = [await talk(nodes[0]), await talk(nodes[0])];
      const staying = (await isOn(one, before[0]?.callId ?? '')) ? before[0] : before[1];
      assert.ok(staying && (await isOn(one, staying.callId)));
      for (const metric of ['up', 'calls']) assert.ok(await shows(nodes[0], metric, one), metric);
      assert.equal(await seesDrained(nodes[0], one), false);
      const drained = await json(`asterisk drain --server ${nameOf(one)}`);
      assert.deepEqual(drained, {
        ...{ server: nameOf(one), is_reachable: true, calls: 1 },
        ...{ drained_at: drained.drained_at, can_be_stopped: false },
      });
      await until(async () => (await Promise.all(nodes.map((node) => seesDrained(node, one)))).every(Boolean));
      // A node that starts later knows from the beginning that the server is drained.
      const late = await startNode(databaseUrl, settings);
      assert.ok(await seesDrained(late, one));
      const after = [await talk(nodes[0]), await talk(nodes[1]), await talk(late)];
      for (const { callId } of after) assert.ok(await isOn(two, callId));
      assert.equal((await staying.detail(staying.callId)).ended_at, null, 'calls in progress go on');

      const { out } = await run('asterisk list');
      assert.match(out, new RegExp(`^${nameOf(one)} +yes +1 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +no$`, 'm'));
      assert.match(out, new RegExp(`^${nameOf(two)} +yes +4 +- +no$`, 'm'));
      const findings: { check: string; status: string; message: string }[] = JSON.parse(
        (await run('doctor --json')).out,
      );
      const finding = findings.find(({ message }) => message.startsWith('Drained since'));
      assert.deepEqual([finding?.check, finding?.status], [`asterisk ${nameOf(one)}`, 'warn']);
      assert.match(await refusal(`asterisk drain --server ${nameOf(one)} --wait 1`, 1), /still has 1 calls/);

      const emptied = json(`asterisk drain --server ${nameOf(one)} --wait 60`);
      await hangUp(staying);
      const { drained_at, can_be_stopped, calls } = await emptied;
      assert.deepEqual([drained_at, can_be_stopped, calls], [drained.drained_at, true, 0]);

      await json(`asterisk undrain --server ${nameOf(one)}`);
      await until(async () => !(await seesDrained(nodes[0], one)));
      const back = await talk(nodes[0]);
      assert.ok(await isOn(one, back.callId));
      for (const call of [...before.filter((call) => call !== staying), ...after, back]) await hangUp(call);
    });

    test('a server that ASTERISK_URL does not name cannot be drained; one that was can be put back', async () => {
      assert.match(
        await refusal('asterisk drain --server 192.0.2.1:8088', 1),
        /has no server 192\.0\.2\.1:8088\. It has: /,
      );
      assert.match(await refusal('asterisk undrain --server 192.0.2.1:8088', 1), /has no server/);
      const empty = await json(`asterisk drain --server ${nameOf(two)}`);
      assert.deepEqual([empty.calls, empty.can_be_stopped], [0, false], 'a node may just be placing a call there');
      const elsewhere = commandLine({ ...environment, ASTERISK_URL: '' });
      assert.equal((await elsewhere.json(`asterisk undrain --server ${nameOf(two)}`)).drained_at, null);
      assert.match((await elsewhere.run('asterisk list')).out, /^ASTERISK_URL is not set/);
    });
  }),
);
