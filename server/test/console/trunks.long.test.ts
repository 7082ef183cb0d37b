import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { query } from '../builders.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ actions: 'Actions for carrier', edit: 'Edit', host: 'Carrier server', password: /^Password/, save: 'Save' },
    ...{ stays: 'Leave empty to keep the current password.', anew: /^Enter it again/ },
    ...{
      kept: /Only the operator of this service/,
      adding: /^Add (number|trunk)/,
      editOf: 'Edit Support',
      caller: 'Caller ID',
    },
    ...{
      trunk: 'Trunk',
      byOperator: 'Managed by your operator.',
      saved: 'Changes saved.',
      name: 'Name',
    },
    ...{
      refused: /The operator of this service sets this up/,
      transport: 'Transport',
      actionsOfStaff: 'Actions for Hanako Sato',
    },
    ...{ address: 'Number or address', ofOperator: /^Only the operator sets/, elsewhere: /^Phone number or/ },
  },
  ja: {
    ...{ actions: 'carrier の操作', edit: '編集', host: '通信事業者のサーバー', password: /^パスワード/, save: '保存' },
    ...{ stays: '空欄なら変更しません。', anew: /^もう一度入力/ },
    ...{ kept: /運用担当者だけが行えます/, adding: /を追加$/, editOf: 'Support を編集', caller: '発信者番号' },
    ...{
      trunk: 'トランク',
      byOperator: 'このサービスの運用担当者が設定します。',
      saved: '変更を保存しました。',
      name: '名前',
    },
    ...{ refused: /この設定はサービスの運用担当者が/, transport: 'トランスポート' },
    ...{ actionsOfStaff: 'Hanako Sato の操作', address: '番号またはアドレス', elsewhere: /^電話番号または/ },
    ofOperator: /設定できるのは運用担当者だけ/,
  },
};

const trunkOf = async ({ console }: Office) => (await console.get('/trunks')).body.data[0];
const setOwner = ({ tenantId }: Office, owner: 'tenant' | 'operator') =>
  query(app, 'update tenants set telephony_by = $2 where tenant_id = $1', [tenantId, owner]);

async function buildTrunk({ console, projectId }: Office, number: string) {
  const trunk = { name: 'carrier', host: 'sip.carrier.example', username: 'acme', password: 'a secret of the carrier' };
  assert.equal((await console.post('/trunks', trunk)).status, 201);
  assert.equal((await console.post('/numbers', { number, project_id: projectId })).status, 201);
  await console.put(`/projects/${projectId}`, { caller_id: number, trunk: 'carrier' });
}

suite('trunks in the console', { skip: isMissing }, () => {
  for (const [index, language] of testedLanguages.entries()) {
    const say = texts[language];

    test(`a trunk that is changed to another server needs its password again (${language})`, async () => {
      const office = await buildOffice(app);
      await buildTrunk(office, `+8131234700${index}`);
      const person = await enterConsole(app, office, '/numbers', { language });
      const { page } = person;
      const dialog = page.getByRole('dialog');
      const open = async () => {
        await page.getByRole('button', { name: say.actions }).click();
        await page.getByRole('menuitem', { name: say.edit }).click();
        await dialog.getByText(say.stays).waitFor();
      };
      const password = dialog.getByLabel(say.password);
      await open();
      await dialog.getByRole('textbox', { name: say.host }).fill('sip2.carrier.example');
      await dialog.getByText(say.anew).waitFor();
      await dialog.getByRole('button', { name: say.save }).click();
      const isAsked = `document.activeElement.matches('[type=password]:invalid')`;
      assert.ok(await page.evaluate(isAsked), 'it is asked for before anything is sent');
      assert.equal((await trunkOf(office)).host, 'sip.carrier.example');
      await assertSound(person);
      await password.fill('another secret');
      await dialog.getByRole('button', { name: say.save }).click();
      await page.getByText('udp:sip2.carrier.example:5060').waitFor();

      await open();
      await dialog.getByRole('textbox', { name: say.host }).fill('a b');
      await password.fill('a third secret');
      await dialog.getByRole('button', { name: say.save }).click();
      await faulty(dialog.getByRole('textbox', { name: say.host }))
        .and(page.locator(':focus'))
        .waitFor();
      await dialog.getByRole('combobox', { name: say.transport }).selectOption('tcp');
      await dialog.getByRole('textbox', { name: say.host }).fill('sip2.carrier.example');
      await dialog.getByText(say.anew).waitFor();
      await dialog.getByRole('button', { name: say.save }).click();
      await page.getByText('tcp:sip2.carrier.example:5060').waitFor();
    });

    test(`telephony owned by the operator shows why nothing can be changed (${language})`, async () => {
      const office = await buildOffice(app);
      await buildTrunk(office, `+8131234710${index}`);
      const person = await enterConsole(app, office, '/numbers', { language, phone: language === 'en' });
      const { page } = person;
      const dialog = page.getByRole('dialog');
      // The operator takes over while the form is open: the change is refused, with the reason.
      await page.getByRole('button', { name: say.actions }).click();
      await page.getByRole('menuitem', { name: say.edit }).click();
      await dialog.getByText(say.stays).waitFor();
      await setOwner(office, 'operator');
      await dialog.getByLabel(say.password).fill('another secret');
      await dialog.getByRole('button', { name: say.save }).click();
      await page.getByText(say.refused).waitFor();

      await page.reload();
      await page.getByText(say.kept).waitFor();
      await page.getByText('carrier', { exact: true }).waitFor();
      await page.getByText(`03-1234-710${index}`, { exact: true }).first().waitFor();
      assert.equal(await page.getByRole('button', { name: say.adding }).count(), 0);
      assert.equal(await page.getByRole('button', { name: say.actions }).count(), 0);
      await assertSound(person);

      await page.goto('/projects');
      await page.getByRole('button', { name: say.editOf }).click();
      await dialog.getByText(say.byOperator).nth(1).waitFor();
      assert.ok(await dialog.getByRole('textbox', { name: say.caller }).isDisabled());
      assert.ok(await dialog.getByRole('combobox', { name: say.trunk }).isDisabled());
      await assertSound(person);
      await dialog.getByRole('textbox', { name: say.name, exact: true }).fill('Care');
      await dialog.getByRole('button', { name: say.save }).click();
      await page.getByText(say.saved).waitFor();
      const project = (await office.console.get(`/projects/${office.projectId}`)).body.data;
      assert.deepEqual([project.name, project.trunk], ['Care', 'carrier']);

      await page.goto('/people');
      await page.getByRole('button', { name: say.actionsOfStaff }).click();
      await page.getByRole('menuitem', { name: say.edit }).click();
      await dialog.getByRole('radio', { name: say.elsewhere }).check();
      const address = dialog.getByRole('textbox', { name: say.address });
      await address.fill('sip:hanako@10.0.0.1');
      await dialog.getByText(say.ofOperator).waitFor();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.save }).click();
      await faulty(address).fill('03-1234-5678');
      await dialog.getByText(say.ofOperator).waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: say.save }).click();
      await page.getByText('813****5678').waitFor();
    });
  }
});
