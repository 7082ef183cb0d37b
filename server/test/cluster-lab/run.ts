// `npm run cluster-lab`: the cluster of deploy/cluster on this machine, for trying, until Ctrl-C.
import { commandLine } from '../command-line.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { type ClusterLab, startClusterLab } from './start-cluster-lab.ts';
import { startParties } from './start-parties.ts';

let running: ClusterLab | undefined;
stopOnSignal(0, () => running);

console.log(
  'Fetching etcd, Patroni, PostgreSQL, HAProxy, Kamailio and Asterisk, which takes four minutes the first time, and starting ' +
    'them ...',
);
running = await startClusterLab({ settings: { LOG_LEVEL: 'warn', ANALYSIS_WORKERS: '0' } });
try {
  console.log(await explanation(running));
} catch (error) {
  await running.stop();
  throw error;
}

async function explanation(lab: ClusterLab): Promise<string> {
  const { databases, nodes, sip, fronts, environment, folder, patronictl } = lab;
  const { json, newTenant } = commandLine({ ...environment, LOG_LEVEL: 'silent' });
  const { of, project } = await newTenant();
  const { key } = await json(`key create ${of} --kind test --scopes all`);
  const calling = await startParties(lab, 2);
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

The SIP address for phones and carriers is that of Kamailio, ${sip.settings.SIP_PROXY}. Behind it are two Asterisk servers,
${sip.asterisks.map(({ sipAddress }) => sipAddress).join(' and ')}.

Which PostgreSQL is the primary:

  ${patronictl}

Write through any HAProxy, with a test key:

  curl ${fronts[0]}/api/v1/customers -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -H "Idempotency-Key: $(date +%s)" -d '{"project_id": ${project}, "name": "Taro"}'

Start a live call of a staff member, whose phone has registered, with a customer who answers and hangs up after 3 seconds:

  curl ${fronts[0]}/api/v1/calls/initiate -H 'Authorization: Bearer ${calling.key}' -H 'Content-Type: application/json' \\
    -d '{"staff_id": ${calling.staffIds[0]}, "project_id": ${calling.projectId}, "phone_number": "+819012345777"}'

Kill what you like; nothing starts again by itself here, unlike with systemd. The folder ${folder} has the files and the output
of each program. Ctrl-C stops everything.
`;
}
