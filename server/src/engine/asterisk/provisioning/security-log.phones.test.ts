import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { partiesOf } from '../../../../test/phone-lab/parties.ts';
import { withFetched, withFreshPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { type Fail2ban, fetchFail2ban } from '../../../../test/phone-lab/programs.ts';
import type { PhoneLab } from '../../../../test/phone-lab/start-phone-lab.ts';
import { until } from '../../../../test/until.ts';

// fail2ban as deploy/asterisk/README.md sets it up, on log lines of the lab's Asterisk.

const readme = join(import.meta.dirname, '../../../../../deploy/asterisk/README.md');

const declare = (lab: PhoneLab, { configuration, run }: Fail2ban) => {
  const { securityLog, sipAddress } = lab.asterisk;

  test('fail2ban finds password guessers and callers from unknown addresses, and no phone that registers', async () => {
    const account = await partiesOf(lab.asterisk).addPhone('bob');
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    const mistyped = await lab.softphone({ ...account, password: 'wrong' });
    assert.equal(await mistyped.register(), 401);
    const stranger = sipAddress.replace(/\.1:\d+$/, '.77');
    const caller = { from: '100', to: '+81312345678', patience: 5_000, talks: 100 };
    const { ended, statuses } = await lab.callIn(caller, { address: stranger });
    assert.equal(await ended, 0);
    assert.equal(statuses().at(-1), 401);
    const found = await until(async () => {
      const filter = join(configuration, 'filter.d/asterisk.conf');
      const text = await run('fail2ban-regex', ['--config', configuration, '--out', 'ip', securityLog, filter]);
      return text.includes(stranger) && text.trim().split('\n');
    });
    // The right password and the wrong one came from the same address.
    const phones = sipAddress.replace(/\.1:\d+$/, '.3');
    assert.deepEqual(found, [phones, stranger]);
    assert.match(await readFile(securityLog, 'utf8'), /SecurityEvent="SuccessfulAuth"/);
  });

  test('fail2ban understands the lines of the README', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'trunkline-fail2ban-'));
    t.after(() => rm(folder, { recursive: true }));
    await cp(configuration, folder, { recursive: true });
    const line = (await readFile(readme, 'utf8')).match(/^printf '\[asterisk\].* > \/etc\/fail2ban\/.*$/m)?.[0] ?? '';
    const here = line.replace('/var/log/asterisk/security.log', securityLog).replace('/etc/fail2ban', folder);
    await promisify(execFile)('sh', ['-c', here]);
    const settings = await run('fail2ban-client', ['-c', folder, '-d']);
    for (const words of [
      `['set', 'asterisk', 'addlogpath', '${securityLog}', 'head']`,
      "['set', 'asterisk', 'maxretry', 10]",
      "['set', 'asterisk', 'bantime', '1h']",
      "['start', 'asterisk']",
    ])
      assert.ok(settings.includes(words), words);
  });
};

await withFetched(fetchFail2ban, (fail2ban) => withFreshPhoneLab((lab) => declare(lab, fail2ban)));
