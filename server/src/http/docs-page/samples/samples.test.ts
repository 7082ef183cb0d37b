import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../../../../test/at-end.ts';
import { buildStaff, buildTenant } from '../../../../test/builders.ts';
import { startTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

// The samples of the reference page, run by the programs that this machine has. Only the address of the server and the ids of
// the examples are replaced.

const app = await startTestApp();
const page = await (await fetch(`${app.address}/docs`)).text();
const folder = mkdtempSync(join(tmpdir(), 'trunkline-samples-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

const programs: Record<string, { command: string; file: string; needs: string }> = {
  curl: { command: 'sh', file: 'sample.sh', needs: 'curl' },
  TypeScript: { command: process.execPath, file: 'sample.ts', needs: process.execPath },
  Python: { command: 'python3', file: 'sample.py', needs: 'python3' },
};
const isMissing = (needs: string) =>
  spawnSync(needs, ['--version']).status === 0 ? false : `this machine has no ${needs}`;

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function sampleOf(operationId: string, language: string): string {
  const section = page.split(`<section class="operation" id="${operationId}">`)[1] ?? '';
  const [, code] = section.split(`data-language="${language}"`)[1]?.match(/<pre><code>(.*?)<\/code><\/pre>/s) ?? [];
  assert.ok(code, `${operationId} in ${language}`);
  return code
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll('http://127.0.0.1:8080', app.address);
}

/** Runs a sample in a folder of its own and returns what it prints. */
async function run(language: string, key: string, sample: string): Promise<string> {
  const { command, file } = programs[language] ?? assert.fail(language);
  writeFileSync(join(folder, file), sample);
  const env = { ...process.env, TRUNKLINE_KEY: key, PYTHONIOENCODING: 'utf-8', NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
  return stdout;
}

for (const [language, { needs }] of Object.entries(programs))
  test(`the samples in ${language} do what they say`, { skip: isMissing(needs) }, async () => {
    const { api, key, projectId, tenantId } = await buildTenant(app);
    const staffId = await buildStaff(app, tenantId);
    const withIds = (sample: string) =>
      sample.replace(/(\bproject_id"?: )\d+/g, `$1${projectId}`).replace(/(\bstaff_id"?: )\d+/g, `$1${staffId}`);

    const created = await run(language, key, withIds(sampleOf('createCustomer', language)));
    assert.match(created, /山田 太郎/);
    const { customer_id, company_name } = (await api.get('/customers?external_id=crm-1001')).body.data[0];
    assert.ok(customer_id, company_name);
    const path = `/customers/${customer_id}`;
    assert.deepEqual((await api.get(path)).body.data.custom_fields, { rank: 'gold', renewal_month: 4 });
    await run(language, key, sampleOf('updateCustomer', language).replace('/customers/42', path));

    await run(language, key, withIds(sampleOf('initiateCall', language)));
    const listed = await run(language, key, sampleOf('listCalls', language));
    const [callId = ''] = listed.match(/call_[0-9A-Z]{26}/) ?? [];
    await until(async () => (await api.get(`/calls/${callId}`)).body.data.recording?.status === 'ready');
    await run(language, key, sampleOf('getRecording', language).replace(/call_[0-9A-Z]{26}/, callId));
    assert.equal(readFileSync(join(folder, 'recording.wav')).toString('latin1', 0, 4), 'RIFF');
  });

for (const [language, { needs }] of Object.entries(programs).slice(1))
  test(`a sample in ${language} shows the error that the API answers`, { skip: isMissing(needs) }, async () => {
    const failure = await run(language, 'tl_test_wrong', sampleOf('listCalls', language)).catch((error) => error);
    assert.match(`${failure.stderr}`, /401.*invalid_api_key/s);
  });
