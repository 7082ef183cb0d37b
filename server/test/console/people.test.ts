import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, logIn } from '../browser.ts';
import { until } from '../until.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks, testAtLength } from './languages.ts';
import { assertSound } from './open-console.ts';
import { readQrCode } from './read-qr-code.ts';

const app = await startConsoleApp();
const withRegistrar = await startConsoleApp({ SIP_REGISTRAR: 'sip.example' });

const texts = {
  en: {
    ...{ add: 'Add a person', name: 'Name', save: 'Save', elsewhere: 'Phone number or SIP address' },
    ...{ address: 'Number or address', actions: (name: string) => `Actions for ${name}`, edit: 'Edit' },
    ...{
      makeAccount: 'Create SIP account',
      account: (name: string) => `SIP account of ${name}`,
      kept: 'Done',
    },
    ...{ renew: 'Reset SIP password', own: 'Own SIP account', active: 'Active', inactive: 'Inactive' },
    ...{
      askOperator: /ask the operator/,
      code: 'QR code for',
      onlyHere: /only works on this computer/,
      transport5060: /^UDP or TCP, port 5060/,
      notSet: 'Not set',
    },
    ...{
      newProject: 'New project',
      callerId: 'Caller ID',
      trunk: 'Trunk',
      records: 'Record calls',
      created: 'Project created.',
    },
    ...{
      announces: /^Announce the recording/,
      analyses: /^Transcribe and analyze/,
      ring: 'Ring strategy',
      on: 'On',
      off: 'Off',
    },
    ...{ inOrder: 'In order', staff: 'Staff, in this order', voicemail: /^Voicemail for unanswered/ },
    ...{ language: 'Language', japanese: 'Japanese', editOf: (name: string) => `Edit ${name}` },
    ...{ trunks: 'Trunks', addTrunk: 'Add trunk', host: 'Carrier server', user: 'Username', password: 'Password' },
    ...{ unknown: 'Unknown', numbers: 'Numbers', addNumber: 'Add number', number: 'Number', leadsTo: 'Routes to' },
    ...{
      addIt: 'Add',
      remove: 'Remove',
      removeNumber: (number: string) => `Remove ${number}`,
      noNumbers: /^No numbers yet/,
    },
    ...{ transport: 'Transport', noTrunks: /^No trunks yet/ },
  },
  ja: {
    ...{ add: '担当者を追加', name: '名前', save: '保存', elsewhere: '電話番号またはSIPアドレス' },
    ...{ address: '番号またはアドレス', actions: (name: string) => `${name} の操作`, edit: '編集' },
    ...{
      makeAccount: 'SIPアカウントを作成',
      account: (name: string) => `${name} のSIPアカウント`,
      kept: '保管しました',
    },
    ...{ renew: 'SIPパスワードを再発行', own: '自分のSIPアカウント', active: '有効', inactive: '停止中' },
    ...{
      askOperator: /運用担当者に確認してください/,
      code: '用のQRコード',
      onlyHere: /このパソコンでしか使えません/,
      transport5060: /^UDPまたはTCP、ポート5060/,
      notSet: '未設定',
    },
    ...{ newProject: 'プロジェクトを追加', callerId: '発信者番号', trunk: 'トランク', records: '通話を録音する' },
    ...{
      announces: /^録音していることを/,
      analyses: /^録音を文字起こし/,
      ring: '呼び出し方法',
      on: 'オン',
      off: 'オフ',
    },
    ...{
      inOrder: '順番に',
      staff: '担当者（この順）',
      voicemail: /^応答がない場合は/,
      created: 'プロジェクトを追加しました。',
    },
    ...{ language: '言語', japanese: '日本語', editOf: (name: string) => `${name} を編集` },
    ...{ trunks: 'トランク', addTrunk: 'トランクを追加', host: '通信事業者のサーバー', user: 'ユーザー名' },
    ...{ unknown: '不明', numbers: '番号', addNumber: '番号を追加', number: '番号', leadsTo: '着信先' },
    ...{
      addIt: '追加',
      remove: '削除',
      removeNumber: (number: string) => `${number} を削除`,
      noNumbers: /^番号はまだ/,
    },
    ...{ transport: 'トランスポート', noTrunks: /^トランクはまだ/, password: 'パスワード' },
  },
};

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`people get telephones, and a SIP account whose password is shown once (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, '/people', { language, dark });
    const { page } = person;
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, what: string) => {
      await page.getByRole('button', { name: say.actions(name) }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await row('Hanako Sato').waitFor();
    await assertSound(person);
    await page.getByRole('button', { name: say.add }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: say.name }).fill('Jiro Tanaka');
    await form.getByRole('radio', { name: say.elsewhere }).check();
    await form.getByRole('textbox', { name: say.address }).fill('nowhere at all');
    await form.getByRole('button', { name: say.save }).click();
    await faulty(form.getByRole('textbox', { name: say.address })).waitFor();
    await assertSound(person);
    await form.getByRole('textbox', { name: say.address }).fill('090-1234-5678');
    await form.getByRole('button', { name: say.save }).click();
    await row('Jiro Tanaka').getByText('819*****5678').waitFor();

    await act('Jiro Tanaka', say.makeAccount);
    await page.getByRole('dialog').getByRole('button', { name: say.makeAccount }).waitFor();
    await assertSound(person);
    await page.getByRole('dialog').getByRole('button', { name: say.makeAccount }).click();
    const shown = page.getByRole('dialog', { name: say.account('Jiro Tanaka') });
    const password = (await shown.getByText(/^[a-z\d]{24}$/).textContent()) ?? '';
    await shown.getByText(/^staff-\d+$/).waitFor();
    await assertSound(person);
    await shown.getByRole('button', { name: say.kept }).click();
    await row('Jiro Tanaka').getByText(say.own).waitFor();
    await row('Jiro Tanaka').getByText(say.unknown).waitFor(); // No telephone system reports the state of the phone.
    await page.reload();
    await row('Jiro Tanaka').waitFor();
    assert.ok(!(await page.content()).includes(password));

    await act('Jiro Tanaka', say.renew);
    await page.getByRole('dialog').getByRole('button', { name: say.renew }).click();
    assert.notEqual(await shown.getByText(/^[a-z\d]{24}$/).textContent(), password);
    await shown.getByRole('button', { name: say.kept }).click();
    await act('Jiro Tanaka', say.edit);
    await page.getByRole('dialog').getByRole('switch', { name: say.active }).uncheck({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: say.save }).click();
    await row('Jiro Tanaka').getByText(say.inactive).waitFor();
  });

  test(`a person and a SIP account are made in one go, or neither phone nor account (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, '/people', { language, dark });
    const { page } = person;
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: say.add }).click();
    await dialog.getByRole('textbox', { name: say.name }).fill('Saburo Ito');
    await assertSound(person);
    await dialog.getByRole('button', { name: say.save }).click();
    const shown = page.getByRole('dialog', { name: say.account('Saburo Ito') });
    await shown.getByText(/^[a-z\d]{24}$/).waitFor();
    await shown.getByText(/^staff-\d+$/).waitFor();
    await shown.getByText(say.askOperator).waitFor();
    await shown.getByText(say.transport5060).waitFor();
    await assertSound(person);
    await shown.getByRole('button', { name: say.kept }).click();
    await row('Saburo Ito').getByText(say.own).waitFor();
    const saburo = (await office.console.get('/staff')).body.data.at(-1);
    assert.deepEqual([saburo.name, saburo.phone], ['Saburo Ito', `sip:${saburo.username}`]);

    await page.getByRole('button', { name: say.add }).click();
    await dialog.getByRole('textbox', { name: say.name }).fill('Shiro Kato');
    await dialog.getByRole('radio', { name: say.notSet }).check();
    await dialog.getByRole('button', { name: say.save }).click();
    await row('Shiro Kato').getByText(say.notSet).waitFor();
    const shiro = (await office.console.get('/staff')).body.data.at(-1);
    assert.deepEqual([shiro.name, shiro.phone, shiro.username], ['Shiro Kato', null, null]);

    // The account is chosen later, in the same form.
    await page.getByRole('button', { name: say.actions('Shiro Kato') }).click();
    await page.getByRole('menuitem', { name: say.edit }).click();
    await dialog.getByRole('radio', { name: /SIP ?(account|アカウント)/ }).check();
    await dialog.getByRole('button', { name: say.save }).click();
    await page
      .getByRole('dialog', { name: say.account('Shiro Kato') })
      .getByRole('button', { name: say.kept })
      .click();
    await row('Shiro Kato').getByText(say.own).waitFor();
  });

  test(`a SIP account is shown with its registrar and a code for each app (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(withRegistrar);
    const person = await enterConsole(withRegistrar, office, '/people', { language, dark });
    const { page } = person;
    await page.getByRole('button', { name: say.actions('Hanako Sato') }).click();
    await page.getByRole('menuitem', { name: say.makeAccount }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.makeAccount }).click();
    const shown = page.getByRole('dialog', { name: say.account('Hanako Sato') });
    const password = await shown.getByText(/^[a-z\d]{24}$/).textContent();
    const username = await shown.getByText(/^staff-\d+$/).textContent();
    await shown.getByText('sip.example:5060').waitFor();
    await shown.getByText('UDP, TCP').waitFor();
    const code = shown.getByRole('img', { name: say.code });
    await code.and(shown.getByRole('img', { name: /Linphone/ })).waitFor();
    await shown.getByText(say.onlyHere).waitFor(); // The test opens the console at 127.0.0.1.
    await assertSound(person);
    const link = await readQrCode(code);
    assert.match(link, new RegExp(`^${withRegistrar.address}/softphone/[\\w-]{43}$`));
    const config = await (await fetch(link, { headers: { 'x-linphone-provisioning': '1' } })).text();
    assert.match(config, new RegExp(`&lt;sip:${username}@sip.example&gt;`));

    await shown.getByText('GS Wave', { exact: true }).click();
    await code.and(shown.getByRole('img', { name: /GS Wave/ })).waitFor();
    await assertSound(person);
    assert.equal(
      await readQrCode(code),
      '<?xml version="1.0" encoding="utf-8"?><AccountConfig version="1"><Account>' +
        `<RegisterServer>sip.example:5060</RegisterServer><UserID>${username}</UserID><AuthID>${username}</AuthID>` +
        `<AuthPass>${password}</AuthPass><AccountName>${username}</AccountName>` +
        `<DisplayName>${username}</DisplayName></Account></AccountConfig>`,
    );
    await shown.getByRole('button', { name: say.kept }).click();
  });

  testAtLength(`trunks, numbers and projects are set up from nothing (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, '/numbers', { language, dark });
    const { page } = person;
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await section(say.numbers).getByText(say.noNumbers).waitFor();
    await section(say.trunks).getByText(say.noTrunks).waitFor();
    await assertSound(person);

    await page.getByRole('button', { name: say.addTrunk }).click();
    await dialog.getByRole('textbox', { name: say.name, exact: true }).fill('carrier');
    await dialog.getByRole('textbox', { name: say.host }).fill('sip.carrier.example');
    await dialog.getByRole('combobox', { name: say.transport }).selectOption('tls');
    await dialog.getByRole('textbox', { name: say.user, exact: true }).fill('acme');
    await dialog.getByLabel(new RegExp(`^${say.password}`)).fill('a secret of the carrier');
    await assertSound(person);
    await dialog.getByRole('button', { name: say.save }).click();
    const trunk = section(say.trunks).getByRole('row').filter({ hasText: 'carrier' });
    await trunk.getByText('tls:sip.carrier.example:5061').waitFor();
    await trunk.getByText(say.unknown, { exact: true }).waitFor();

    await page.getByRole('button', { name: say.addNumber }).click();
    await dialog.getByRole('textbox', { name: say.number }).fill('03-1234-0001');
    await dialog.getByRole('combobox', { name: say.leadsTo }).selectOption('Sales');
    await assertSound(person);
    await dialog.getByRole('button', { name: say.addIt, exact: true }).click();
    const number = '03-1234-0001';
    const project = page.getByRole('combobox', { name: `${number}: ${say.leadsTo}` });
    await project.selectOption('Support');
    await until(async () => {
      const [kept] = (await office.console.get('/numbers')).body.data;
      return kept.project_id === office.projectId;
    });
    await page.reload();
    await project.waitFor();
    assert.equal(await project.locator('option:checked').textContent(), 'Support');
    await assertSound(person);

    await page.goto('/projects');
    await page.getByRole('button', { name: say.newProject }).click();
    await dialog.getByRole('textbox', { name: say.name, exact: true }).fill('Returns');
    await dialog.getByRole('textbox', { name: say.callerId }).fill('03-1234-0001');
    await dialog.getByRole('combobox', { name: say.trunk }).selectOption('carrier');
    await dialog.getByRole('switch', { name: say.analyses }).uncheck({ force: true });
    await dialog.getByRole('radiogroup', { name: say.ring }).getByText(say.inOrder).click();
    await dialog
      .getByRole('textbox', { name: say.staff })
      .or(dialog.getByRole('combobox', { name: say.staff }))
      .click();
    await page.getByRole('option', { name: 'Taro Suzuki' }).click();
    await page.getByRole('option', { name: 'Hanako Sato' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('switch', { name: say.voicemail }).check({ force: true });
    await dialog.getByRole('combobox', { name: say.language }).selectOption(say.japanese);
    await assertSound(person);
    await dialog.getByRole('button', { name: say.save }).click();
    await page.getByText(say.created).waitFor();
    const made = (await office.console.get('/projects')).body.data.at(-1);
    const { project_id: _, created_at: __, ...settings } = made;
    assert.deepEqual(settings, {
      ...{ name: 'Returns', is_active: true, caller_id: '+81312340001', trunk: 'carrier', language: 'ja' },
      ...{
        records_calls: true,
        analyses_calls: false,
        announces_recording: true,
        has_voicemail: true,
        accepts_anonymous: true,
      },
      ...{ ring_strategy: 'in_order', staff_ids: [office.otherStaffId, office.staffId] },
    });
    const row = page.getByRole('row').filter({ hasText: 'Returns' });
    await row.getByRole('cell', { name: '03-1234-0001' }).waitFor();
    await assertSound(person);

    await row.getByRole('button', { name: say.editOf('Returns') }).click();
    assert.ok(!(await dialog.getByRole('switch', { name: say.analyses }).isChecked()));
    await dialog.getByRole('switch', { name: say.announces }).uncheck({ force: true });
    await dialog.getByRole('switch', { name: say.records }).uncheck({ force: true });
    assert.ok(await dialog.getByRole('switch', { name: say.analyses }).isDisabled());
    await assertSound(person);
    await dialog.getByRole('combobox', { name: say.trunk }).selectOption({ index: 0 });
    await dialog.getByRole('button', { name: say.save }).click();
    await row.getByRole('cell', { name: say.off }).first().waitFor();
    const changed = (await office.console.get(`/projects/${made.project_id}`)).body.data;
    assert.deepEqual(changed, { ...made, records_calls: false, announces_recording: false, trunk: null });

    await page.goto('/numbers');
    await page.getByRole('button', { name: say.removeNumber(number) }).click();
    await dialog.getByRole('button', { name: say.remove }).waitFor();
    await assertSound(person);
    await dialog.getByRole('button', { name: say.remove }).click();
    await section(say.numbers).getByText(say.noNumbers).waitFor();
    await page.getByRole('button', { name: say.actions('carrier') }).click();
    await page.getByRole('menuitem', { name: say.remove }).waitFor();
    await assertSound(person);
    await page.getByRole('menuitem', { name: say.remove }).click();
    await dialog.getByRole('button', { name: say.remove }).click();
    await section(say.trunks).getByText(say.noTrunks).waitFor();
  });
}

testAtLength(
  'a viewer sees people, projects, numbers and trunks on a phone, and can change none',
  {
    skip: isMissing,
  },
  async () => {
    const office = await buildOffice(app);
    await office.console.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
    await office.console.post('/numbers', { number: '03-1234-0002', project_id: office.projectId });
    const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
    const viewer = { console: await logIn(app, email) };
    const person = await enterConsole(app, viewer, '/people', { phone: true });
    const { page } = person;
    for (const [path, text] of [
      ['/people', 'Hanako Sato'],
      ['/projects', 'Support'],
      ['/numbers', 'carrier'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('row').filter({ hasText: text }).first().waitFor();
      assert.equal(await page.getByRole('button', { name: /^(Add|New|Remove|Actions)/ }).count(), 0, path);
      await assertSound(person);
    }
  },
);

testAtLength(
  'an edit of a person changes nothing that someone else has changed meanwhile',
  {
    skip: isMissing,
  },
  async () => {
    const office = await buildOffice(app);
    const say = texts.en;
    const path = `/staff/${office.staffId}`;
    await office.console.put(path, { phone: '03-1234-0001' });
    const { page } = await enterConsole(app, office, '/people');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const dialog = page.getByRole('dialog');
    const edit = async (name: string) => {
      await page.getByRole('button', { name: say.actions(name) }).click();
      await page.getByRole('menuitem', { name: say.edit }).click();
    };
    const save = async () => {
      await dialog.getByRole('button', { name: say.save }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const stored = async () => (await office.console.get(path)).body.data;
    await edit('Hanako Sato');
    await dialog.getByRole('textbox', { name: say.name }).fill('Hanako Ito');
    await office.console.put(path, { phone: '03-1234-0002', is_active: false });
    // The person is read again while the form is open.
    const reading = page.waitForResponse((answer) => answer.url().endsWith(path));
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await (await reading).finished();
    await save();
    await row('Hanako Ito').waitFor();
    const { name, phone, is_active } = await stored();
    assert.deepEqual([name, phone, is_active], ['Hanako Ito', '+81312340002', false]);

    await edit('Hanako Ito');
    await dialog.getByRole('textbox', { name: say.address }).fill('03-1234-0003');
    await office.console.put(path, { name: 'Hanako Kato' });
    await save();
    await row('Hanako Kato').waitFor();
    const changed = await stored();
    assert.deepEqual([changed.name, changed.phone, changed.is_active], ['Hanako Kato', '+81312340003', false]);

    await edit('Hanako Kato');
    await dialog.getByRole('switch', { name: say.active }).check({ force: true });
    await save();
    assert.deepEqual(await stored(), { ...changed, is_active: true });
  },
);

testAtLength(
  'a person whom someone else has changed is edited as they are now',
  {
    skip: isMissing,
  },
  async () => {
    const office = await buildOffice(app);
    const say = texts.en;
    const path = `/staff/${office.staffId}`;
    await office.console.put(path, { phone: '03-1234-0001' });
    const { page } = await enterConsole(app, office, '/people');
    const address = page.getByRole('dialog').getByRole('textbox', { name: say.address });
    for (const phone of ['+81312340001', '+81312340002']) {
      await office.console.put(path, { phone });
      await page.getByRole('button', { name: say.actions('Hanako Sato') }).click();
      await page.getByRole('menuitem', { name: say.edit }).click();
      assert.equal(await address.inputValue(), phone);
      await page.keyboard.press('Escape');
      await address.waitFor({ state: 'detached' });
    }
  },
);
