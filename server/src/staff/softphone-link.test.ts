import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { auditOf, buildSignedIn, logIn } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { startNode, startTestApp, type TestApp } from '../../test/test-app.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';

const lines: string[] = [];
const app = await startTestApp({ SIP_REGISTRAR: 'sip.example' });
const other = await startNode(
  app.databaseUrl,
  { SIP_REGISTRAR: '[2001:db8::5]:5070', SIP_TRANSPORTS: 'tls', PUBLIC_URL: 'https://calls.example' },
  createLog('trace', { write: (line) => lines.push(line) }),
);
const without = await startNode(app.databaseUrl);

type Page = Awaited<ReturnType<typeof logIn>>;
type Account = { username: string; password: string; softphone_link: string; softphone_link_expires_at: string };

async function newAccount(page: Page, name = 'Hanako "花" <Sato> & Co\\') {
  const { staff_id } = (await page.post('/staff', { name })).body.data;
  const account = async (): Promise<Account> => (await page.post(`/staff/${staff_id}/account`)).body.data;
  return { staff_id, ...(await account()), renew: account };
}
const pathOf = (link: string) => new URL(link).pathname;
/** Follows the link as Linphone does. */
async function follow(link: string, { at = app, ...init }: RequestInit & { at?: TestApp } = {}) {
  const answer = await fetch(`${at.address}${pathOf(link)}`, { headers: { 'x-linphone-provisioning': '1' }, ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('a new account comes with its registrar, and a link that sets up Linphone without the password', async () => {
  const { console: page } = await buildSignedIn(app);
  const { staff_id } = (await page.post('/staff', { name: 'Hanako "花" <Sato> & Co\\' })).body.data;
  const before = Date.now();
  const { data } = (await page.post(`/staff/${staff_id}/account`)).body;
  const { username, password, softphone_link, softphone_link_expires_at } = data;
  assert.deepEqual(data.registrar, { host: 'sip.example', port: 5060, transports: ['udp', 'tcp'] });
  assert.match(softphone_link, new RegExp(`^${app.address}/softphone/[\\w-]{43}$`));
  const minutes = (Date.parse(softphone_link_expires_at) - before) / 60_000;
  assert.ok(minutes > 9.9 && minutes < 10.5, `${minutes}`);

  const answer = await follow(softphone_link);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const ha1 = createHash('md5').update(`${username}:trunkline:${password}`).digest('hex');
  assert.equal(
    answer.text,
    `<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">
  <section name="misc">
    <entry name="transient_provisioning" overwrite="true">1</entry>
  </section>
  <section name="sip">
    <entry name="default_proxy" overwrite="true">0</entry>
  </section>
  <section name="auth_info_0">
    <entry name="username" overwrite="true">${username}</entry>
    <entry name="ha1" overwrite="true">${ha1}</entry>
    <entry name="realm" overwrite="true">trunkline</entry>
    <entry name="domain" overwrite="true">sip.example</entry>
    <entry name="algorithm" overwrite="true">MD5</entry>
  </section>
  <section name="proxy_0">
    <entry name="reg_proxy" overwrite="true">&lt;sip:sip.example:5060;transport=udp&gt;</entry>
    <entry name="reg_identity" overwrite="true">&quot;Hanako \\&quot;花\\&quot; &lt;Sato&gt; &amp; Co\\\\&quot; &lt;sip:${username}@sip.example&gt;</entry>
    <entry name="reg_sendregister" overwrite="true">1</entry>
  </section>
</config>
`,
  );
  assert.ok(!answer.text.includes(password));
  assert.equal((await follow(softphone_link)).status, 404);
});

test('of ten softphones that follow one link at the same moment, on two nodes, one gets the account', async () => {
  const { console: page } = await buildSignedIn(app);
  const { softphone_link } = await newAccount(page);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => follow(softphone_link, { at: at % 2 ? app : other })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 9 }, () => 404)]);
});

test('a browser, a camera and a HEAD request do not use up a link', async () => {
  const { console: page } = await buildSignedIn(app);
  const { softphone_link } = await newAccount(page);
  const opened = await follow(softphone_link, { headers: { accept: 'text/html' } });
  assert.equal(opened.status, 400);
  assert.match(opened.text, /This link is for the app Linphone/);
  assert.ok((await follow(softphone_link, { method: 'HEAD' })).status >= 400);
  assert.equal((await follow(softphone_link)).status, 200);
});

test('a link ends with a new password, with its time, and while the staff member is inactive', async () => {
  const { console: page } = await buildSignedIn(app);
  const renewed = await newAccount(page);
  const { softphone_link: next } = await renewed.renew();
  assert.equal((await follow(renewed.softphone_link)).status, 404);
  assert.equal((await follow(next)).status, 200);

  const expired = await newAccount(page);
  const expire = `update sip_accounts set link_expires_at = now() - interval '1 second' where staff_id = $1`;
  await query(app, expire, [expired.staff_id]);
  assert.equal((await follow(expired.softphone_link)).status, 404);

  const inactive = await newAccount(page);
  await page.put(`/staff/${inactive.staff_id}`, { is_active: false });
  assert.equal((await follow(inactive.softphone_link)).status, 404);
  await page.put(`/staff/${inactive.staff_id}`, { is_active: true });
  assert.equal((await follow(inactive.softphone_link)).status, 200);
});

test('each link is for the account of its own tenant', async () => {
  const accounts = await Promise.all([1, 2].map(async () => newAccount((await buildSignedIn(app)).console)));
  for (const { softphone_link, username } of accounts)
    assert.match((await follow(softphone_link)).text, new RegExp(`>${username}<`));
});

test('neither the database, nor the audit log, nor the log has the token or the password', async () => {
  const { email, tenantId } = await buildSignedIn(app);
  const page = await logIn(other, email);
  const account = await newAccount(page);
  const token = pathOf(account.softphone_link).split('/').at(-1) ?? '';
  assert.equal(account.softphone_link, `https://calls.example/softphone/${token}`);
  const [row] = await query(app, 'select sip_accounts::text as text from sip_accounts where staff_id = $1', [
    account.staff_id,
  ]);
  const { text, status } = await follow(account.softphone_link, { at: other });
  assert.equal(status, 200);
  assert.match(text, /&lt;sip:\[2001:db8::5\]:5070;transport=tls&gt;/);
  const ha1 = createHash('md5').update(`${account.username}:trunkline:${account.password}`).digest('hex');
  const told = `${row?.text}${JSON.stringify(await auditOf(app, tenantId))}${lines.join('')}`;
  assert.match(told, /\/softphone\/:token/);
  for (const secret of [token, account.password, ha1, Buffer.from(token).toString('hex')])
    assert.ok(!told.includes(secret), secret);
});

test('without SIP_REGISTRAR there is no link, and the account is created all the same', async () => {
  const { email } = await buildSignedIn(app);
  const { staff_id: _, renew: __, ...account } = await newAccount(await logIn(without, email));
  assert.deepEqual(
    { ...account, username: '', password: account.password.length, phone: '' },
    {
      ...{ username: '', password: 24, realm: 'trunkline', phone: '', registrar: null },
      ...{ softphone_link: null, softphone_link_expires_at: null },
    },
  );
});

test('a network that tries links is refused after 50 unknown ones', async () => {
  const statuses = [];
  for (let tries = 0; tries < 60; tries++) statuses.push((await follow(`${app.address}/softphone/${tries}`)).status);
  assert.equal(statuses.at(0), 404);
  assert.equal(statuses.at(-1), 429);
});

test('a registrar that cannot be one is refused at the start', () => {
  for (const wrong of ['sip:sip.example', 'a b', 'sip.example:70000'])
    assert.throws(() => readConfig({ SIP_REGISTRAR: wrong }), /SIP_REGISTRAR must be a host name or an IP address/);
  assert.throws(
    () => readConfig({ SIP_TRANSPORTS: 'udp,tls' }),
    /SIP_TRANSPORTS must be udp, tcp, tls, or udp and tcp/,
  );
});
