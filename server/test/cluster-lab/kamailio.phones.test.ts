import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { buildKey, query } from '../builders.ts';
import { commandLine } from '../command-line.ts';
import { startCaller, startFarEnd } from '../phone-lab/far-end.ts';
import { freeUdpPort } from '../phone-lab/free-port.ts';
import { withPrograms } from '../phone-lab/phone-lab.ts';
import type { SipCredentials } from '../phone-lab/scenarios/challenging-scenario.ts';
import { type SoftphoneAccount, startSoftphone } from '../phone-lab/softphone.ts';
import { secretsKey } from '../secrets.ts';
import { client, startTestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { newNetwork } from './places.ts';
import { startSipPeer } from './sip-peer.ts';
import { startSip } from './start-sip.ts';

// Kamailio of deploy/cluster in front of two Asterisk servers.

await withPrograms(async ({ sipp }) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-kamailio-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const network = newNetwork();
  const sip = await startSip(folder, network);
  atEnd(sip.stop);
  const farEnd = async (name: string, host: number, hertz: number, credentials?: SipCredentials) => {
    const place = { address: `${network}.${host}`, port: await freeUdpPort(`${network}.${host}`) };
    const end = await startFarEnd(sipp, { folder: join(folder, name), ...place, hertz, credentials });
    atEnd(end.stop);
    return { ...end, ...place };
  };
  const carrier = await farEnd('carrier', 2, 1_000);
  const phones = await farEnd('phones', 3, 440);

  const app = await startTestApp(sip.settings);
  const environment = {
    ...{ DATABASE_URL: app.databaseUrl, SECRETS_KEY: secretsKey, SIP_PROXY: sip.settings.SIP_PROXY },
    ASTERISK_URL: sip.settings.ASTERISK_URL.join(),
  };
  const { json, newTenant } = commandLine(environment);
  const { of, tenantId, project, staff } = await newTenant();
  const api = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  await json(`trunk create ${of} --name carrier --host ${carrier.address} --port ${carrier.port}`);
  await json(`project update ${of} --project ${project} --trunk carrier --caller-id +81312345678`);
  await json(`number add ${of} --number +81312345678 --project ${project}`);

  afterEach(() => until(async () => (await query(app, 'select 1 from open_calls')).length === 0));

  const states = async (what: 'staff' | 'trunk'): Promise<string[]> =>
    (await json(`${what} list ${of}`)).map(({ state }: { state: string }) => state);
  /** Whether both Asterisk servers know where the phones and trunks are: a state is shown only if it is that of both. */
  const areKnown = async () => {
    const all = [...(await states('staff')), ...(await states('trunk'))];
    return all.every((state) => state === 'registered' || state === 'reachable');
  };
  const detail = async (callId: string) => (await api.get(`/calls/${callId}`)).body.data;
  const accounts = await Promise.all(staff.map((staffId) => json(`staff account ${of} --staff ${staffId}`)));
  const newPhone = async (account: SoftphoneAccount, address = phones.address) => {
    const phone = await startSoftphone(account, { address, registrar: sip.place, farEnd: phones });
    atEnd(phone.stop);
    return phone;
  };

  /** Starts a call and waits until both parties talk. */
  async function talk(staffId: number): Promise<string> {
    const body = { staff_id: staffId, project_id: project, phone_number: '+819012345678' };
    const answer = await until(async () => {
      const answer = await api.post('/calls/initiate', body);
      return answer.status !== 503 && answer; // Until an Asterisk is connected.
    });
    assert.equal(answer.status, 200, answer.text);
    const { call_id } = answer.body.data;
    await until(async () => {
      const call = await detail(call_id);
      assert.equal(call.ended_at, null, JSON.stringify(call));
      return call.status === 'connected';
    });
    return call_id;
  }

  async function hangUp(callId: string): Promise<void> {
    await api.post(`/calls/${callId}/hangup`);
    await until(async () => (await detail(callId)).ended_at);
  }

  /** How many channels each Asterisk has; undefined if it does not answer. */
  const channels = () =>
    Promise.all(
      sip.asterisks.map((asterisk) =>
        asterisk.ask<unknown[]>('/channels').then(
          (all) => all.length,
          () => undefined,
        ),
      ),
    );

  test('a phone registers once, and each Asterisk can ring it', async () => {
    await until(async () => (await states('staff')).every((state) => state === 'not registered'));
    assert.equal(await (await newPhone({ ...accounts[0], password: 'wrong' })).register(), 401);
    for (const account of accounts) assert.equal(await (await newPhone(account)).register(), 200);
    await until(areKnown);
    const phone = await newPhone(accounts[0]);
    assert.equal(await phone.dial('+81312345678'), 401, 'a call is no way to try passwords');
    const calls = [await talk(staff[0]), await talk(staff[1])];
    assert.deepEqual(await channels(), [2, 2], 'each Asterisk has one of the calls');
    for (const callId of calls) await hangUp(callId);
  });

  test('an address that tries passwords of one phone is no longer answered for that phone', async () => {
    const [guessed, other] = await Promise.all(
      accounts.map((account) => newPhone({ ...account, password: 'wrong' }, `${network}.8`)),
    );
    assert.ok(guessed && other);
    for (let i = 0; i < 11; i++) assert.equal(await guessed.register(), 401);
    await assert.rejects(guessed.register(), /Nobody answers/);
    assert.equal(await other.register(), 401);
  });

  const asteriskPlaces = [21, 22].map((host) => ({ address: `${network}.${host}`, port: sip.place.port }));
  const newPeer = async (host: number) => {
    const peer = await startSipPeer(`${network}.${host}`, sip.place);
    atEnd(peer.stop);
    return peer;
  };

  /** The parameter that leads to an Asterisk. Three characters are four in base64, without padding. */
  const asteriskParameter = (uri: string) => {
    const padded = uri.replace('sip:', `sip:${'x'.repeat((3 - (Buffer.byteLength(uri) % 3)) % 3)}`);
    return `asterisk=${Buffer.from(padded).toString('base64url')}`;
  };

  /** Calls the project's number, as a carrier or as a stranger. Returns the last answer to the INVITE. */
  let callers = 0;
  async function callIn(host: number, more: { headers?: string[]; uri?: string } = {}): Promise<number | undefined> {
    const caller = await startCaller(
      sipp,
      { from: '+819012345678', to: '+81312345678', patience: 20_000, talks: 500, ...more },
      {
        ...{ folder: join(folder, `caller-${++callers}`), address: `${network}.${host}`, hertz: 1_000 },
        target: sip.settings.SIP_PROXY,
      },
    );
    await caller.ended;
    return caller.statuses().findLast((status) => status > 180);
  }

  test('a carrier calls in through the proxy; a stranger who says to be the carrier does not', async () => {
    const source = `X-Trunkline-Source: ${carrier.address}`;
    const stranger = await newPeer(4);
    const invite = { method: 'INVITE', uri: `sip:+81312345678@${sip.settings.SIP_PROXY}` };
    assert.equal(await stranger.ask(invite), 401);
    // A CR alone ends a header for Asterisk. A NUL ends a string of C.
    for (const header of [source, `X-A: b\r${source}`, `X-A: \0b\r${source}`])
      assert.equal(await stranger.ask({ ...invite, headers: [header] }), 400, JSON.stringify(header));
    const [asterisk] = asteriskPlaces;
    assert.equal(await stranger.ask({ ...invite, headers: [source] }, asterisk), 403, 'past the proxy');
    assert.equal(await callIn(2), 200);
  });

  test('a stranger reaches only an Asterisk through the proxy', async () => {
    const stranger = await newPeer(4);
    // On the address of an Asterisk, but not on its port.
    const [target, neighbor] = [await newPeer(7), await newPeer(21)];
    for (const { host, port } of [target, neighbor, { host: 'asterisk.example', port: sip.place.port }]) {
      const uri = `sip:x@${sip.settings.SIP_PROXY};${asteriskParameter(`sip:x@${host}:${port}`)}`;
      assert.equal(await stranger.ask({ method: 'INVITE', uri }), 401, host);
    }
    const route = `Route: <sip:${sip.settings.SIP_PROXY};lr>`;
    const [{ address, port } = sip.place] = asteriskPlaces;
    const toTarget = `sip:x@${target.host}:${target.port}`;
    const inDialog = { method: 'BYE', toTag: 'tag', headers: [route] };
    assert.equal(await stranger.ask({ ...inDialog, uri: toTarget }), 404);
    const alias = `sip:x@${address}:${port};alias=${target.host}~${target.port}~1`;
    assert.equal(await stranger.ask({ ...inDialog, uri: alias }), 481);
    const further = { ...inDialog, headers: [`${route}, <${toTarget};lr>`], uri: `sip:x@${address}:${port}` };
    assert.equal(await stranger.ask(further), 481);
    assert.deepEqual([target.requests(), neighbor.requests()], [[], []]);
  });

  test('no text that Kamailio decodes adds a header', async () => {
    const [{ address, port } = sip.place] = asteriskPlaces;
    const source = `X-Trunkline-Source: ${carrier.address}`;
    const ends = ['\r\n', '\n', '\0\r\n'];
    const stranger = await newPeer(4);
    for (const end of ends) {
      const injected = `sip:+81312345678@${address}:${port};a=b SIP/2.0${end}${source}${end}X-A: b`;
      const uri = `sip:x@${sip.settings.SIP_PROXY};${asteriskParameter(injected)}`;
      assert.equal(await stranger.ask({ method: 'INVITE', uri }), 401, JSON.stringify(end));
    }
    assert.deepEqual(await channels(), [0, 0]);

    const registrar = await newPeer(9);
    await json(`trunk create ${of} --name forger --host ${registrar.host} --port ${registrar.port} --user acme`, {
      TRUNK_PASSWORD: 'secret',
    });
    const register = await until(() => registrar.requests().find((text) => text.startsWith('REGISTER ')));
    const received = () => registrar.requests().filter((text) => text === register).length;
    const before = received();
    for (const end of ends) {
      const injected = `sip:acme@${address}:${port}>${end}${source}${end}X-A: <sip:b@c`;
      const contact = `Contact: <sip:acme@${sip.settings.SIP_PROXY};${asteriskParameter(injected)}>;expires=60`;
      registrar.answer(register, '200 OK', [contact]);
    }
    await until(() => received() > before + 1); // Kamailio has taken none of them for an answer.
    await json(`trunk remove ${of} --name forger`);
  });

  test('a flood from a stranger is dropped, and phones and carriers are served meanwhile', async () => {
    const stranger = await newPeer(10);
    const uri = `sip:+81312345678@${sip.settings.SIP_PROXY}`;
    let sent = 0;
    const flood = setInterval(() => {
      for (let i = 0; i < 20; i++, sent++) stranger.send({ method: 'INVITE', uri });
    }, 100);
    try {
      assert.equal(await callIn(2), 200);
      assert.equal(await (await newPhone(accounts[0])).register(), 200);
      for (const host of [2, 3]) {
        const known = await newPeer(host);
        for (let i = 0; i < 8; i++) {
          const asks = Array.from({ length: 40 }, () => known.ask({ method: 'OPTIONS', uri }));
          assert.deepEqual(new Set(await Promise.all(asks)), new Set([200]));
        }
      }
      await until(() => sent > 600);
    } finally {
      clearInterval(flood);
    }
    assert.ok(stranger.answered() < 250, `${stranger.answered()} of ${sent}`);
  });

  test('a carrier that we register with calls the Asterisk that registered, or another one if that is dead', async () => {
    const credentials = { username: 'acme', password: 'secret' };
    const registrar = await farEnd('registrar', 5, 1_000, credentials);
    const create = `trunk create ${of} --name registrar --host ${registrar.address} --port ${registrar.port} --user acme`;
    await json(create, { TRUNK_PASSWORD: credentials.password });
    const contacts = () =>
      registrar
        .requests('REGISTER', '')
        .flatMap((text) => (/^Authorization:/m.test(text) ? (/^Contact: <([^>]+)>/m.exec(text)?.[1] ?? []) : []));
    const uris = await until(() => new Set(contacts()).size === 2 && [...new Set(contacts())]);
    await until(async () => (await states('trunk')).includes('registered'));
    for (const uri of uris) {
      assert.ok(uri.includes(`@${sip.settings.SIP_PROXY};`), uri);
      assert.equal(await callIn(6, { uri }), 200);
    }
    const [asterisk] = sip.asterisks;
    await asterisk?.kill();
    for (const uri of uris) assert.equal(await callIn(5, { uri }), 200);
    await asterisk?.start();
    await until(areKnown);
  });

  test('when an Asterisk dies, the other one rings the same phones', async (t) => {
    const lost = await talk(staff[0]);
    const dying = sip.asterisks[(await channels()).indexOf(2)];
    assert.ok(dying);
    await dying.kill();
    const killedAt = performance.now();
    const next = await talk(staff[1]);
    t.diagnostic(`the next call was answered after ${((performance.now() - killedAt) / 1_000).toFixed(1)} s`);
    await hangUp(next);

    await dying.start();
    await until(async () => (await detail(lost)).ended_at);
    const ends = await query(
      app,
      `select type from events where data ->> 'call_id' = $1 and type in ('call.completed', 'call.missed')`,
      [lost],
    );
    assert.deepEqual(ends, [{ type: 'call.completed' }]);
  });

  test('Kamailio finds the phones again after it was killed', async (t) => {
    await sip.kamailio.kill();
    const killedAt = performance.now();
    sip.kamailio.start();
    await until(sip.kamailio.isReady);
    await hangUp(await talk(staff[0]));
    t.diagnostic(`the next call was over after ${((performance.now() - killedAt) / 1_000).toFixed(1)} s`);
  });
});
