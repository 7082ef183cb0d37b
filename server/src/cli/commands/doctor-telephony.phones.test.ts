import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { query } from '../../../test/builders.ts';
import { commandLine } from '../../../test/command-line.ts';
import { withFreshPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { startNode } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { idOf } from '../../platform/ids.ts';
import { checkAsteriskVersion, neededModules } from './doctor/check-asterisk.ts';
import { checkNat, type ExaminedTrunk } from './doctor/check-trunks.ts';
import { mayWrite } from './doctor/recording-folder.ts';

type Finding = { check: string; status: string; message: string };

await withFreshPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const settings = { ASTERISK_URL: lab.settings.ASTERISK_URL.join(), ASTERISK_RECORDINGS: lab.recordings };
  const environment = { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, PORT: '1', ...settings };
  const { run, json, newTenant } = commandLine(environment);
  const { of, tenantId, staff } = await newTenant();

  async function examine(changed: Record<string, string> = {}): Promise<Finding[]> {
    const { out } = await run('doctor --json', { ...environment, ...changed });
    assert.ok(!out.includes(lab.asterisk.password), 'no password is told');
    return JSON.parse(out);
  }
  const lineOf = (findings: Finding[], check: string, words: RegExp) => {
    const found = findings.find((one) => one.check.startsWith(check) && words.test(one.message));
    assert.ok(found, `${check} ${words}: ${JSON.stringify(findings, null, 1)}`);
    return found;
  };
  const statusOf = (findings: Finding[], check: string, words: RegExp) => lineOf(findings, check, words).status;

  test('an Asterisk without a node, trunks and phones is reported as such', async () => {
    const findings = await examine();
    assert.equal(statusOf(findings, 'asterisk', /^Asterisk 2\d\..* answers and accepts the password/), 'ok');
    assert.equal(statusOf(findings, 'asterisk', /^All required modules are loaded/), 'ok');
    assert.equal(statusOf(findings, 'asterisk', /^The dialplan of Trunkline is loaded/), 'ok');
    assert.equal(statusOf(findings, 'asterisk', /^Recordings can be paused/), 'ok');
    assert.equal(statusOf(findings, 'asterisk', /^No Trunkline node is connected.*Start a server/), 'warn');
    assert.equal(statusOf(findings, 'recordings', /can write to/), 'ok');
    assert.equal(statusOf(findings, 'trunks', /^There is no trunk/), 'warn');
    assert.equal(statusOf(findings, 'phones', /^0 of 0 phones/), 'ok');
  });

  test('without an Asterisk there is nothing to examine', async () => {
    assert.equal(statusOf(await examine({ ASTERISK_URL: '' }), 'asterisk', /^ASTERISK_URL is not set/), 'ok');
  });

  test('an unreachable Asterisk, a refused password and a missing ARI are distinguished', async () => {
    const { user, password, url } = lab.asterisk;
    const at = (changed: object) => {
      const account = Object.assign(new URL(url), { username: user, password }, changed);
      return examine({ ASTERISK_URL: account.href });
    };
    assert.equal(statusOf(await at({ port: '2' }), 'asterisk', /^It does not answer \(.*ECONNREFUSED/), 'fail');
    assert.equal(statusOf(await at({ password: 'wrong' }), 'asterisk', /^It refuses the user or the password/), 'fail');
    assert.equal(
      statusOf(await at({ pathname: '/nothing' }), 'asterisk', /^It answers 404, so this is not ARI/),
      'fail',
    );
  });

  test('modules that are missing are named, and a dialplan that cannot be seen', async () => {
    const modules = ['app_mixmonitor', 'format_wav', 'res_ari_playbacks'];
    for (const module of modules) await lab.asterisk.send('DELETE', `/asterisk/modules/${module}.so`);
    await lab.asterisk.send('POST', '/asterisk/variable?variable=TRUNKLINE_DIALPLAN&value=no');
    const findings = await examine();
    assert.equal(
      statusOf(
        findings,
        'asterisk',
        /^These modules are missing: app_mixmonitor, format_wav, res_ari_playbacks\. Load them/,
      ),
      'fail',
    );
    assert.equal(statusOf(findings, 'asterisk', /^The dialplan of Trunkline is not visible/), 'warn');
    assert.equal(statusOf(findings, 'asterisk', /^Recordings cannot be paused/), 'warn');
    for (const module of modules) await lab.asterisk.send('POST', `/asterisk/modules/${module}.so`);
    await lab.asterisk.send('POST', '/asterisk/variable?variable=TRUNKLINE_DIALPLAN&value=yes');
    await lab.asterisk.send('DELETE', '/asterisk/modules/res_prometheus.so');
    assert.equal(statusOf(await examine(), 'asterisk', /^res_prometheus is not loaded/), 'warn');
    await lab.asterisk.send('POST', '/asterisk/modules/res_prometheus.so');
  });

  test('if a part of ARI is missing, the doctor says what to do and shows no raw answer', async () => {
    await lab.asterisk.send('DELETE', '/asterisk/modules/res_ari_endpoints.so');
    await lab.asterisk.send('DELETE', '/asterisk/modules/res_ari_applications.so');
    const findings = await examine();
    assert.equal(
      statusOf(findings, 'asterisk', /modules are missing: res_ari_applications, res_ari_endpoints/),
      'fail',
    );
    assert.equal(
      statusOf(findings, 'asterisk', /^The trunks and phones cannot be read, because a part of ARI/),
      'fail',
    );
    assert.equal(statusOf(findings, 'asterisk', /answers and accepts the password/), 'ok');
    for (const { message } of findings) assert.doesNotMatch(message, /GET |\{"|fetch failed/);
    await lab.asterisk.send('POST', '/asterisk/modules/res_ari_endpoints.so');
    await lab.asterisk.send('POST', '/asterisk/modules/res_ari_applications.so');
  });

  test('an Asterisk that refuses, fails or falls silent while it is examined is explained, and not quoted', async (t) => {
    const { url, user, password } = lab.asterisk;
    let toEndpoints: number | 'nothing' = 'nothing';
    const between = createServer(async ({ url: path = '', headers, socket }, response) => {
      if (!path.startsWith('/ari/endpoints')) {
        const answer = await fetch(new URL(path, url), { headers: { authorization: headers.authorization ?? '' } });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      } else if (toEndpoints === 'nothing') socket.destroy();
      else response.writeHead(toEndpoints).end('{"message":"raw"}');
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    t.after(() => between.close());
    const { port } = between.address() as AddressInfo;
    const ASTERISK_URL = `http://${user}:${password}@127.0.0.1:${port}/ari`;
    for (const [answer, words] of [
      [403, /^The user of ASTERISK_URL lacks permissions\. Give it read_only=no/],
      [500, /^The trunks and phones cannot be read: Asterisk answers 500\. If it is starting/],
      ['nothing', /^Asterisk stopped answering during the check\. Check whether/],
    ] as const) {
      toEndpoints = answer;
      const findings = await examine({ ASTERISK_URL });
      assert.equal(statusOf(findings, 'asterisk', words), 'fail');
      for (const { message } of findings) assert.doesNotMatch(message, /GET |\{"|fetch failed/);
    }
  });

  test('an unusable folder for recordings is reported', async () => {
    const file = join(lab.recordings, 'file');
    writeFileSync(file, '');
    const at = (folder: string) => examine({ ASTERISK_RECORDINGS: folder });
    assert.equal(statusOf(await at(file), 'recordings', /is not a folder/), 'fail');
    assert.equal(statusOf(await at(join(lab.recordings, 'nowhere')), 'recordings', /does not exist/), 'warn');
    if (process.getuid?.() === 0) return; // Root can write everywhere.
    const closed = join(lab.recordings, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    assert.equal(statusOf(await at(closed), 'recordings', /^This user cannot write/), 'fail');
  });

  test('each trunk that does not work is named with the reason, each phone that is not registered too', async () => {
    await json(`trunk create ${of} --name early --host 127.0.0.3`);
    const words = /^trunk-1 of tenant \d+ is not in Asterisk\. A running server adds it/;
    assert.equal(statusOf(await examine(), 'trunks', words), 'fail');

    const app = await startNode(databaseUrl, lab.settings);
    const running = { HOST: '127.0.0.1', PORT: new URL(app.address).port };
    const carrier = await lab.anotherCarrier();
    const strict = await lab.anotherCarrier({ credentials: { username: 'acme', password: 'right' } });
    const password = { TRUNK_PASSWORD: 'wrong' };
    const well = await json(`trunk create ${of} --name well --host ${carrier.host} --port ${carrier.port}`);
    await json(`trunk create ${of} --name lost --host no-such-host.invalid`);
    await json(`trunk create ${of} --name refused --host ${strict.host} --port ${strict.port} --user acme`, password);
    await json(`trunk create ${of} --name encrypted --host ${carrier.host} --port ${carrier.port} --transport tls`);
    await json(`trunk create ${of} --name codec --host ${carrier.host} --port ${carrier.port} --codecs g722`);
    await json(`trunk create ${of} --name codecs --host ${carrier.host} --port ${carrier.port} --codecs g722,ulaw`);
    const trunks = await json(`trunk list ${of}`);
    const nameOf = (name: string) =>
      `trunk-${trunks.find((trunk: { name: string }) => trunk.name === name).trunk_id} of tenant ${tenantId}`;
    const account = await json(`staff account ${of} --staff ${staff[0]}`);
    await json(`staff account ${of} --staff ${staff[1]}`);
    const phone = await lab.softphone(account);
    await until(async () => (await phone.register()) === 200);
    await lab.asterisk.send('DELETE', '/asterisk/modules/codec_g722.so');

    const findings = await until(async () => {
      const found = await examine(running);
      const isSaid = (words: RegExp) => found.some(({ message }) => words.test(message));
      return isSaid(/is refused by the carrier/) && isSaid(/1 trunk works/) && found; // Carriers take a moment to answer.
    });
    const trunk = (name: string, words: string) =>
      statusOf(findings, 'trunks', new RegExp(`^${nameOf(name)} ${words}`));
    assert.equal(trunk('early', 'does not answer Asterisk'), 'fail');
    assert.equal(trunk('lost', 'leads to no-such-host.invalid, which has no address in DNS'), 'fail');
    assert.equal(trunk('refused', 'is refused by the carrier'), 'fail');
    assert.equal(trunk('encrypted', 'uses tls, for which Asterisk has no transport'), 'fail');
    assert.equal(trunk('codec', 'uses only g722, for which Asterisk has no module'), 'fail');
    assert.equal(trunk('codecs', 'may use g722, for which Asterisk has no module'), 'warn');
    assert.ok(!findings.some(({ message }) => message.startsWith(`trunk-${well.trunk_id} `)));
    assert.equal(statusOf(findings, 'trunks', /^1 trunk works/), 'ok');
    assert.equal(statusOf(findings, 'asterisk', /^A Trunkline node is connected to it/), 'ok');
    assert.equal(statusOf(findings, 'nat', /^The transport udp gives carriers an address/), 'ok');
    const phones = new RegExp(
      `^1 of 2 phones are registered\\. Not registered: staff-${staff[1]}\\. Enter the address`,
    );
    assert.equal(statusOf(findings, 'phones', phones), 'warn');
    await lab.asterisk.send('POST', '/asterisk/modules/codec_g722.so');

    for (const name of ['early', 'lost', 'refused', 'encrypted']) await json(`trunk remove ${of} --name ${name}`);
    await query(app, 'update staff set is_active = false where staff_id = $1', [staff[1]]);
    // Asterisk checks the trunks and phones that it has only every 30 seconds (`qualify_frequency`).
    const healed = await until(async () => {
      const found = await examine(running);
      return found.every(({ status }) => status === 'ok') && found;
    }, 90);
    assert.equal(statusOf(healed, 'trunks', /^3 trunks work/), 'ok');
    assert.equal(statusOf(healed, 'phones', /^1 of 1 phones are registered\.$/), 'ok');
  });
});

/** These modules improve some calls, or other modules depend on them. */
const otherModules = [
  ...['res_security_log', 'res_pjsip_refer', 'res_pjsip_dlg_options', 'res_pjsip_empty_info'],
  ...['res_timing_timerfd', 'res_sorcery_memory', 'res_musiconhold', 'codec_g722', 'codec_opus_open_source'],
  ...['res_format_attr_opus', 'format_pcm', 'bridge_holding', 'bridge_native_rtp', 'res_srtp'],
  ...['res_crypto', 'res_statsd', 'res_geolocation', 'res_pjproject', 'res_pjsip_acl', 'res_pjsip_dtmf_info'],
  ...['res_pjsip_logger', 'res_pjsip_path', 'res_pjsip_pubsub', 'res_pjsip_maintenance', 'func_pjsip_aor'],
  ...['func_pjsip_contact', 'func_pjsip_endpoint', 'app_playback', 'res_websocket_client', 'res_stasis_device_state'],
  ...['res_stasis_recording', 'res_stasis_snoop', 'res_ari_model', 'res_ari_device_states', 'res_ari_recordings'],
  ...['res_ari_sounds', 'res_prometheus'],
];

test('every module in the deployed modules.conf is checked by the doctor or known to be dispensable', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../deploy/asterisk/modules.conf'), 'utf8');
  const deployed = [...text.matchAll(/^load=(\w+)\.so$/gm)].map(([, module]) => module);
  assert.deepEqual(deployed.toSorted(), [...neededModules, ...otherModules].toSorted());
});

test('an Asterisk from 22.7 on is new enough', () => {
  for (const [version, status] of [
    ['22.10.1+dfsg', 'ok'],
    ['22.7.0', 'ok'],
    ['23.0.0', 'ok'],
    ['22.6.9', 'fail'],
    ['20.11.0', 'fail'],
    ['GIT-master', 'fail'],
  ] as const)
    assert.equal(checkAsteriskVersion('asterisk', version).status, status, version);
});

test('write access to a folder is derived from owner, group and mode', () => {
  const asterisk = { uid: 110, gids: [115, 990] };
  for (const [uid, gid, mode, may] of [
    [110, 0, 0o40700, true],
    [110, 115, 0o40570, false],
    [0, 990, 0o42770, true],
    [0, 990, 0o42750, false],
    [0, 0, 0o40755, false],
    [0, 0, 0o41777, true],
  ] as const)
    assert.equal(mayWrite({ uid, gid, mode }, asterisk), may, mode.toString(8));
  assert.ok(mayWrite({ uid: 5, gid: 5, mode: 0 }, { uid: 0, gids: [0] }));
});

test('the doctor detects an Asterisk behind NAT that sends its private address to carriers', () => {
  const base = {
    ...{ name: 'trunk-1', tenantId: idOf('tenant', 1), host: 'x', transport: 'udp', codecs: [] },
    fault: null,
  };
  const outside: ExaminedTrunk = { ...base, addresses: ['9.9.9.9'], state: 'reachable' };
  const inside: ExaminedTrunk = { ...outside, addresses: ['10.0.0.9'] };
  const plain = { protocol: 'udp', bind: '0.0.0.0:5060', externalMedia: '', externalSignaling: '', localNets: [] };
  const open = { ...plain, externalMedia: '8.8.4.4', externalSignaling: '8.8.4.4', localNets: ['10.0.0.0/8'] };
  const cases = [
    [plain, outside, ['10.0.0.5'], 'fail', /private address, so one side has no sound/],
    [plain, outside, ['10.0.0.5', '8.8.4.4'], 'ok', /./],
    [plain, outside, [], 'warn', /has no external_media_address\. If Asterisk is behind NAT/],
    [plain, inside, ['10.0.0.5'], 'ok', /./],
    [{ ...plain, bind: '8.8.4.4:5060' }, outside, ['10.0.0.5'], 'ok', /./],
    [{ ...plain, bind: '10.0.0.5:5060' }, outside, [], 'fail', /private address/],
    [open, outside, ['10.0.0.5'], 'ok', /./],
    [{ ...open, localNets: [] }, outside, ['10.0.0.5'], 'warn', /has no local_net/],
    [{ ...open, externalSignaling: '' }, outside, ['10.0.0.5'], 'warn', /different addresses/],
    [
      { ...open, externalMedia: '10.0.0.5', externalSignaling: '10.0.0.5' },
      outside,
      [],
      'fail',
      /which they cannot reach/,
    ],
  ] as const;
  for (const [transport, trunk, own, status, words] of cases) {
    const [finding] = checkNat('nat', [{ ...transport, localNets: [...transport.localNets] }], [trunk], [...own]);
    assert.equal(finding?.status, status, JSON.stringify(transport));
    assert.match(finding?.message ?? '', words);
  }
  assert.deepEqual(checkNat('nat', [{ ...plain, protocol: 'tcp' }], [outside], []), [], 'nothing goes over it');
});
