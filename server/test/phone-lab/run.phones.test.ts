import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';
import { temporaryDataFolder } from '../program.ts';
import { until } from '../until.ts';
import { withPrograms } from './phone-lab.ts';

// The commands that `npm run phone-lab` prints work as printed.

const program = join(import.meta.dirname, 'run.ts');

await withPrograms(() => {
  test('the command that the phone lab prints makes telephones ring, another one makes an inbound call', async () => {
    const env = { ...process.env, DATA_DIR: temporaryDataFolder(), PORT: '0' };
    const lab = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    atEnd(() => lab.kill('SIGKILL'));
    let output = '';
    lab.stdout.on('data', (data) => {
      output += data;
    });
    const ended = once(lab, 'exit');
    const line = await until(() => /curl \S+\/calls\/initiate[^}]*}'/.exec(output)?.[0]);
    const run = (command: string, args: string[]) => promisify(execFile)(command, args, { env });
    const { stdout } = await run('sh', ['-c', `curl -s ${line.slice(5)}`]);
    const { data } = JSON.parse(stdout);
    assert.equal(data.status, 'initiating', stdout);

    const [, address, key] = /curl (\S+)\/calls\/initiate -H '(Authorization: [^']*)'/.exec(line) ?? [];
    const headers = { authorization: String(key).replace('Authorization: ', '') };
    const call = await until(async () => {
      const answer = await fetch(`${address}/calls/${data.call_id}`, { headers });
      const { data: call } = (await answer.json()) as { data: Record<string, string | null> };
      return call.ended_at !== null && call;
    });
    assert.deepEqual([call.status, call.end_reason, call.hangup_by], ['connected', 'completed', 'customer']);

    const calledIn = await run(process.execPath, [program, 'call']);
    assert.match(calledIn.stdout, /^\+819087654321 calls \+81312345678 \.\.\.\nThe call is over\.\n$/);
    lab.kill('SIGTERM');
    assert.deepEqual((await ended)[0], 0);
  });
});
