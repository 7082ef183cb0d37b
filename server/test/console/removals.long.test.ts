import assert from 'node:assert/strict';
import { test } from 'node:test';
import './at-length.ts';
import { buildAdministrator, logIn } from '../browser.ts';
import { until } from '../until.ts';
import { buildOffice, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

// The simulated call lasts longer than the test.
const app = await startConsoleApp({ SIMULATOR_SPEED: 0.02 });

const texts = {
  en: {
    ...{ actions: (name: string) => `Actions for ${name}`, remove: 'Remove', cancel: 'Cancel', restore: /^Restore/ },
    removeIt: (name: string) => `Remove ${name}?`,
    account: /^The SIP account staff-\d+ is deleted/,
    alone: 'Calls to Returns will ring all staff, because no one else is chosen there.',
    openCalls: '1 call in progress continues to the end.',
    forGood: /^This can’t be undone/,
    removedPerson: 'Hanako Sato was removed.',
    customers: 'Its 1 customer stays. You can call them for other projects.',
    webhook: 'The webhook CRM is limited to this project, so it receives no new events.',
    inUse: /^Calls to \+81312340001 ring this project\. Move the number/,
    openNumbers: 'Open numbers',
    lastNumber: 'Returns has no other number, so it receives no calls any more.',
    shown: /^Sales still shows this number/,
    removedProjects: 'Removed projects',
    restored: 'Returns was restored.',
    onlyProject: 'This is your only project. Create another one first.',
    trunkUsed: 'The removed project Returns uses this trunk. Choose another trunk there first.',
    trunkFollows: /^Calls that the carrier sends/,
    ...{ past: 'Hanako Sato (inactive)', staff: 'Staff' },
    audit: [
      /removed the staff member .*Hanako Sato/,
      /removed the project .*Returns/,
      /restored the project .*Returns/,
    ],
  },
  ja: {
    ...{ actions: (name: string) => `${name} の操作`, remove: '削除', cancel: 'キャンセル', restore: /を復元$/ },
    removeIt: (name: string) => `${name} を削除しますか？`,
    account: /^SIPアカウント staff-\d+ は削除され/,
    alone: 'Returns にはほかに担当者が選ばれていないため、着信は担当者全員を呼び出すようになります。',
    openCalls: '進行中の通話 1 件は最後まで続きます。',
    forGood: /^この操作は取り消せません/,
    removedPerson: 'Hanako Sato を削除しました。',
    customers: 'このプロジェクトの顧客 1 件は残り、ほかのプロジェクトから電話をかけられます。',
    webhook: 'Webhook CRM はこのプロジェクトだけが対象のため、新しいイベントは届かなくなります。',
    inUse: /^\+81312340001 への着信はこのプロジェクトを呼び出します/,
    openNumbers: '番号を開く',
    lastNumber: 'Returns にはほかの番号がないため、着信がなくなります。',
    shown: /^Sales は引き続きこの番号を顧客に表示します/,
    removedProjects: '削除済みのプロジェクト',
    restored: 'Returns を復元しました。',
    onlyProject: '最後のプロジェクトです。先に別のプロジェクトを追加してください。',
    trunkUsed: '削除済みのプロジェクト Returns がこのトランクを使っています。先に別のトランクを選んでください。',
    trunkFollows: /^通信事業者がこのトランクに送る着信/,
    ...{ past: 'Hanako Sato（停止中）', staff: '担当者' },
    audit: [
      /担当者.*Hanako Sato.*を削除しました/,
      /プロジェクト.*Returns.*を削除しました/,
      /プロジェクト.*Returns.*を復元しました/,
    ],
  },
};

for (const { language, dark } of looks) {
  const say = texts[language];
  // Japanese is also the dark phone of 390 pixels.
  const look = { language, dark, phone: dark };

  test(`what follows is said before a removal, and nothing is lost (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const { console: api, projectId, otherProjectId, staffId } = office;
    await api.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
    const returns = (await api.post('/projects', { name: 'Returns', staff_ids: [staffId], trunk: 'carrier' })).body
      .data;
    await api.post(`/staff/${staffId}/account`);
    await api.post('/numbers', { number: '+81312340001', project_id: returns.project_id });
    await api.put(`/projects/${otherProjectId}`, { caller_id: '+81312340001' });
    await api.post('/customers', { name: 'Jiro', project_id: returns.project_id });
    await api.post('/webhooks', {
      ...{ url: 'https://hooks.example.com/', label: 'CRM', events: ['call.completed'] },
      filters: { project_ids: [returns.project_id] },
    });
    const person = await enterConsole(app, office, '/people', look);
    const { page } = person;
    const dialog = page.getByRole('dialog');
    const ask = async (name: string) => {
      await page.getByRole('button', { name: say.actions(name) }).click();
      await page.getByRole('menuitem', { name: say.remove }).click();
      await page.getByRole('dialog', { name: say.removeIt(name) }).waitFor();
    };
    const red = dialog.getByRole('button', { name: say.remove, exact: true });

    // A person, during a call.
    await page.getByRole('button', { name: say.actions('Hanako Sato') }).waitFor();
    const callId = await startOfficeCall(office);
    await ask('Hanako Sato');
    for (const text of [say.account, say.alone, say.openCalls, say.forGood]) await dialog.getByText(text).waitFor();
    await assertSound(person);
    await dialog.getByRole('button', { name: say.cancel }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await api.get('/staff')).body.pagination.total, 2);
    await ask('Hanako Sato');
    await red.click();
    await page.getByText(say.removedPerson).waitFor();
    await page.getByRole('row').filter({ hasText: 'Hanako Sato' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Taro Suzuki' }).waitFor();
    await assertSound(person);

    // The call has the name, and the filter of calls finds it.
    await page.goto(`/live/calls/${callId}`);
    await page.getByText('Hanako Sato').first().waitFor();
    await page.goto('/live/reports');
    await page.getByRole('combobox', { name: say.staff }).first().selectOption({ label: say.past });

    // A project with a number, which goes first.
    await page.goto('/live/projects');
    await ask('Returns');
    await dialog.getByText(say.inUse).waitFor();
    assert.ok(await red.isDisabled());
    await assertSound(person);
    await dialog.getByRole('link', { name: say.openNumbers }).click();
    await page.getByRole('button', { name: /03-1234-0001/ }).click();
    await dialog.getByText(say.lastNumber).waitFor();
    await dialog.getByText(say.shown).waitFor();
    await assertSound(person);
    await red.click();
    await until(async () => (await api.get('/numbers')).body.pagination.total === 0);
    await page.goto('/live/projects');
    await ask('Returns');
    await dialog.getByText(say.customers).waitFor();
    await dialog.getByText(say.webhook).waitFor();
    await assertSound(person);
    await red.click();
    const removed = page.getByRole('region', { name: say.removedProjects });
    await removed.getByText('Returns').waitFor();
    await assertSound(person);

    // The trunk of the removed project.
    await page.goto('/live/numbers');
    await page.getByRole('button', { name: say.actions('carrier') }).click();
    await page.getByRole('menuitem', { name: say.remove }).click();
    await dialog.getByText(say.trunkUsed).waitFor();
    assert.ok(await red.isDisabled());
    await assertSound(person);
    await api.put(`/projects/${returns.project_id}`, { trunk: null });
    await page.reload();
    await page.getByRole('button', { name: say.actions('carrier') }).click();
    await page.getByRole('menuitem', { name: say.remove }).click();
    await dialog.getByText(say.trunkFollows).waitFor();
    await red.click();
    await until(async () => (await api.get('/trunks')).body.pagination.total === 0);

    // The only project stays, and a removed one comes back.
    await api.remove(`/projects/${otherProjectId}`);
    await page.goto('/live/projects');
    await ask('Support');
    await dialog.getByText(say.onlyProject).waitFor();
    assert.ok(await red.isDisabled());
    await dialog.getByRole('button', { name: say.cancel }).click();
    await removed.getByRole('row').filter({ hasText: 'Returns' }).getByRole('button', { name: say.restore }).click();
    await page.getByText(say.restored).waitFor();
    await page.getByRole('button', { name: say.actions('Returns') }).waitFor();
    const active = (await api.get('/projects?is_active=true')).body.data;
    assert.deepEqual(
      active.map(({ project_id }: { project_id: number }) => project_id),
      [projectId, returns.project_id],
    );

    await page.goto('/live/settings/audit-log');
    for (const sentence of say.audit) await page.getByText(sentence).first().waitFor();
    await assertSound(person);
  });
}

test('a person or project that a colleague has removed meanwhile is reported', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/people');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Actions for Hanako Sato' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByText(/^This can’t be undone/).waitFor();
  await office.console.remove(`/staff/${office.staffId}`);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Not found. It may have been removed.').waitFor();

  await page.goto('/live/projects');
  await page.getByRole('button', { name: 'Actions for Sales' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByText(/^You can restore/).waitFor();
  await office.console.post('/numbers', { number: '+81312340002', project_id: office.otherProjectId });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('This is still needed. Still in use.').waitFor();
  assert.equal((await office.console.get(`/projects/${office.otherProjectId}`)).body.data.is_active, true);
});

test('a viewer sees removed projects, and can neither remove nor restore', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  await office.console.remove(`/projects/${office.otherProjectId}`);
  const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
  const person = await enterConsole(app, { console: await logIn(app, email) }, '/projects', { phone: true });
  const { page } = person;
  await page.getByRole('region', { name: 'Removed projects' }).getByText('Sales').waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Actions|Restore|Remove)/ }).count(), 0);
  await assertSound(person);
});

test('a webhook that a colleague has deleted disappears from its open page', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const asked = { url: 'https://crm.example/hook', label: 'CRM', events: ['call.completed'] };
  const webhook = (await office.console.post('/webhooks', asked)).body.data;
  const { page } = await enterConsole(app, office, `/webhooks/${webhook.webhook_id}`);
  await page.getByRole('heading', { name: 'CRM', level: 1 }).waitFor();
  await office.console.remove(`/webhooks/${webhook.webhook_id}`);
  await page.getByText('Not found. It may have been removed.').waitFor();
  await page.getByRole('heading', { name: 'CRM', level: 1 }).waitFor({ state: 'detached' });
});
