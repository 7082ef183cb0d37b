import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../server/src/database/connect.ts';
import { type ClusterLab, startClusterLab } from '../../server/test/cluster-lab/start-cluster-lab.ts';
import { startParties } from '../../server/test/cluster-lab/start-parties.ts';
import { stopOnSignal } from '../../server/test/stop-on-signal.ts';
import { until } from '../../server/test/until.ts';
import { type PlantedTenant, plantTenant } from '../tenants.ts';
import { calm, calmAgain, followDrain } from './follow-drain.ts';
import type { Harm } from './harms.ts';
import type { Site } from './site.ts';

// The cluster of deploy/cluster: three databases of which one is the primary, three nodes with HAProxy in front of them, and two
// Asterisk servers behind Kamailio, on which a tenant makes live calls.

const settings = {
  ...{ LOG_LEVEL: 'warn', RATE_LIMIT: '0', SIMULATOR_SPEED: '2', ANALYSIS_WORKERS: '0', WEBHOOK_ALLOW_PRIVATE: 'true' },
};

const liveStaff = 6;

export async function startCluster(onViolation: (text: string) => void): Promise<Site> {
  await using starting = new AsyncDisposableStack();
  let running: ClusterLab | undefined;
  stopOnSignal(130, () => running);
  const lab = await startClusterLab({ settings });
  running = lab;
  starting.defer(() => lab.stop());
  const parties = await startParties(lab, liveStaff);
  starting.defer(() => parties.stop());
  const databaseUrl = lab.environment.DATABASE_URL ?? '';
  const db = connect(databaseUrl, { poolSize: 2, applicationName: 'proof', onIdleError: () => {} });
  starting.defer(() => db.close());
  const harms = harmsOfCluster(lab, await plantTenant(db, 'bystander'), onViolation);
  const started = starting.move();
  return {
    ...{ db, databaseUrl, harms, live: { ...parties, isLive: true }, addresses: () => lab.fronts },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function harmsOfCluster(
  lab: ClusterLab,
  { key, projectId }: PlantedTenant,
  onViolation: (text: string) => void,
): Harm[] {
  const killDatabase = (name: string, role: string, how: 'kill' | 'killPatroni'): Harm => ({
    name,
    async inflict(random) {
      const roles = await rolesOf(lab);
      const victim = lab.databases[roles.indexOf(role)];
      if (!victim) throw new Error(`No database is ${role}: ${roles.join()}`);
      await victim[how]();
      await until(async () => (await rolesOf(lab)).some((now, i) => now === role && lab.databases[i] !== victim), 120);
      await pause(random.between(0, 5_000));
      victim.start();
      await until(() => isWhole(lab), 180);
    },
  });
  let restarts = 0;
  return [
    killDatabase('the primary is killed', 'primary', 'kill'),
    killDatabase('Patroni of the primary is killed', 'primary', 'killPatroni'),
    killDatabase('the synchronous standby is killed', 'sync_standby', 'kill'),
    {
      name: 'a node is killed',
      async inflict(random) {
        const node = random.pick(lab.nodes);
        await node.kill();
        await pause(random.between(0, 5_000));
        node.start();
        await until(() => isWhole(lab), 180);
      },
    },
    {
      name: 'an Asterisk is killed',
      async inflict(random) {
        const asterisk = random.pick(lab.sip.asterisks);
        await asterisk.kill();
        await pause(random.between(0, 5_000));
        await asterisk.start();
      },
    },
    {
      name: 'Kamailio is killed',
      async inflict(random) {
        await lab.sip.kamailio.kill();
        await pause(random.between(0, 5_000));
        lab.sip.kamailio.start();
        await until(lab.sip.kamailio.isReady);
      },
    },
    {
      name: 'a node is restarted, and HAProxy follows its drain',
      async inflict(random) {
        const addresses = () => lab.fronts;
        const clients = followDrain({ addresses, key, projectId, name: `follows-${restarts++}` });
        try {
          await calm(clients, addresses);
          const node = random.pick(lab.nodes);
          await node.stop();
          node.start();
          await until(node.isReady, 120);
          await calmAgain(clients);
          for (const failure of clients.takeFailures()) onViolation(`while a node was restarted: ${failure}`);
        } finally {
          await clients.stop();
        }
      },
    },
  ];
}

const rolesOf = ({ databases }: ClusterLab) => Promise.all(databases.map((database) => database.role()));

async function isWhole(lab: ClusterLab): Promise<boolean> {
  const roles = await rolesOf(lab);
  const ready = await Promise.all(lab.nodes.map((node) => node.isReady()));
  return ['primary', 'sync_standby', 'replica'].every((role) => roles.includes(role)) && ready.every(Boolean);
}
