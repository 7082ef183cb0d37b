import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from './at-end.ts';

const script = join(import.meta.dirname, '../../scripts/audit.mjs');

/** Runs the audit with an npm that answers with these files. */
function audit(license: object, advisories: object) {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-audit-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const components = [{ name: 'one', version: '1.0.0', licenses: [license] }];
  writeFileSync(join(folder, 'sbom'), JSON.stringify({ bomFormat: 'CycloneDX', components }));
  writeFileSync(join(folder, 'audit'), JSON.stringify(advisories));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nexec cat '${folder}'/"$1"\n`, { mode: 0o755 });
  const bill = join(folder, 'bill.json');
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, bill], { env, encoding: 'utf8' });
  return { status, stdout, stderr, bill: JSON.parse(readFileSync(bill, 'utf8')) };
}

const mit = { license: { id: 'MIT' } };
const known = (severity: string) => ({
  vulnerabilities: { one: { name: 'one', severity } },
  metadata: { vulnerabilities: { total: 1 } },
});

test('the audit fails for a license that is not on the list, and for no license', () => {
  for (const license of [
    { license: { id: 'AGPL-3.0-only' } },
    { expression: 'MIT AND GPL-2.0-only' },
    { license: { name: 'mine' } },
  ]) {
    const { status, stderr } = audit(license, known('low'));
    assert.equal(status, 1);
    assert.match(stderr, /^one 1\.0\.0: the license .* is not on the list\.$/m);
  }
  assert.equal(audit({ expression: '(GPL-2.0-only OR MIT)' }, known('low')).status, 0);
});

test('the audit fails for a high vulnerability, and says so if advisories are not reachable', () => {
  const high = audit(mit, known('high'));
  assert.deepEqual([high.status, high.stderr], [1, 'one has a known vulnerability: high.\n']);
  assert.equal(audit(mit, known('moderate')).status, 0);
  const offline = audit(mit, { message: 'request failed' });
  assert.equal(offline.status, 0);
  assert.match(offline.stdout, /not reachable: known vulnerabilities were not checked/);
  assert.equal(offline.bill.bomFormat, 'CycloneDX');
});
