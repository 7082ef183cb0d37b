// `npm run phone-lab`: a Trunkline whose live calls make real telephones ring, on a machine that has none. An Asterisk, a
// carrier and phones run beside it, on addresses of this machine, until Ctrl-C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fetchPrograms } from './programs.ts';
import { startPhoneLab } from './start-phone-lab.ts';

const program = join(import.meta.dirname, '../../src/main.ts');

console.log('Fetching Asterisk and SIPp, which takes a minute the first time ...');
const lab = await startPhoneLab(await fetchPrograms());
const { url, user, password } = lab.asterisk;
const server = spawn(process.execPath, [program, 'serve'], {
  stdio: 'inherit',
  env: {
    LOG_LEVEL: 'warn',
    DATA_DIR: join('.data', 'phone-lab'),
    ...process.env,
    ASTERISK_URL: Object.assign(new URL(url), { username: user, password }).href,
    ASTERISK_TRUNK: 'carrier',
    ASTERISK_RECORDINGS: lab.recordings,
  },
});
console.log(`
The phone lab is running. Staff members 1 and 2 of the demo tenant have phones that answer; start a live call with the live key:

  curl http://127.0.0.1:8080/api/v1/calls/initiate -H "Authorization: Bearer $LIVE_KEY" -H 'Content-Type: application/json' \\
    -d '{"staff_id": 1, "project_id": 1, "phone_number": "+819012345777"}'

The last three digits choose what the customer does: 777 answers and hangs up after 3 seconds, 486 is busy, 603 refuses, 404 does not
exist, 480 is away, 503 is a carrier in trouble, 999 rings for ever, 183 has early media; all others talk until they are hung up on.
`);
// Ctrl-C reaches the server too; the phones stay until it is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (signal === 'SIGTERM') server.kill(signal);
  });
const [code] = await once(server, 'exit');
await lab.stop();
process.exitCode = code ?? 1;
