// `npm run cluster-lab`: the cluster of deploy/cluster on this machine, for trying, until Ctrl-C.
import { once } from 'node:events';
import { commandLine } from '../command-line.ts';
import { type ClusterLab, startClusterLab } from './start-cluster-lab.ts';

const stopped = Promise.race((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal)));

console.log(
  'Fetching etcd, Patroni, PostgreSQL and HAProxy, which takes two minutes the first time, and starting them ...',
);
const lab = await startClusterLab({ LOG_LEVEL: 'warn' });
try {
  console.log(await explanation(lab));
  await stopped;
  console.log('Stopping ...');
} finally {
  await lab.stop();
}

async function explanation({ databases, nodes, fronts, environment, folder, patronictl }: ClusterLab): Promise<string> {
  const { json, newTenant } = commandLine({ ...environment, LOG_LEVEL: 'silent' });
  const { of, project } = await newTenant();
  const { key } = await json(`key create ${of} --kind test --scopes all`);
  const lines = await Promise.all(
    databases.map(
      async (database, index) =>
        `  ${database.name}  PostgreSQL ${database.address} (${await database.role()}), ` +
        `node ${nodes[index]?.address}, HAProxy ${fronts[index]}`,
    ),
  );
  return `
The cluster is running, each machine on an address of its own:

${lines.join('\n')}

Which PostgreSQL is the primary:

  ${patronictl}

Write through any HAProxy, with a test key:

  curl ${fronts[0]}/api/v1/customers -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -H "Idempotency-Key: $(date +%s)" -d '{"project_id": ${project}, "name": "Taro"}'

Kill what you like; nothing starts again by itself here, unlike with systemd. The folder ${folder} has the files and the output
of each program. Ctrl-C stops everything.
`;
}
