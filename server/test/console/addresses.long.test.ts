import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildCalls } from '../build/build-calls.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';

const app = await startConsoleApp();

/** Addresses with values that the page cannot use, and a text of the page as it usually is. */
const pages = {
  '/live/calls': {
    usual: '819*****0001',
    without: [
      ...['period=year', 'page=0', 'page=abc', 'page=1e999', 'from=yesterday', 'from=2026-02-31&to=2026-02-31'],
      ...['to=2020-01-01', 'staff=nobody', 'project=0', 'type=sideways', 'status=unknown', 'sort=up', 'color=red'],
    ],
  },
  '/live/calls/:callId': { usual: 'Hanako Sato', without: ['at=soon', 'at=-1'] },
  '/live/reports': {
    usual: 'Hanako Sato',
    without: ['period=year', 'zone=Nope', 'zone=%2B09:00', 'from=yesterday', 'by=hour', 'within=7', 'staff=nobody'],
  },
  '/live/customers': {
    usual: 'Yamada Taro',
    without: ['page=0', 'page=abc', 'page=-1', 'project=none', 'order=up', 'q='],
  },
  '/live/settings/requests': { usual: 'createCustomer', without: ['key=none', 'outcome=odd', 'page=0', 'page=abc'] },
};

suite('an address with values that cannot be used', { skip: isMissing }, () => {
  for (const [path, { usual, without }] of Object.entries(pages))
    test(`shows ${path} as usual, and loses them`, async () => {
      const office = await buildOffice(app);
      const { staffId, projectId } = office;
      const call = { isTest: false, staffId, phoneNumber: '+819000000001', talkSeconds: 60 };
      const [callId = ''] = await buildCalls(app, office, [call]);
      const customer = await office.api.post('/customers', { project_id: projectId, name: 'Yamada Taro' });
      assert.equal(customer.status, 201, customer.text);
      const { page } = await enterConsole(app, office, '/people');
      for (const search of without) {
        const address = `${path.replace(':callId', callId)}?${search}`;
        await page.goto(address);
        await page.getByRole('main').getByText(usual).filter({ visible: true }).first().waitFor();
        assert.equal(new URL(page.url()).search, '', address);
      }
    });
});
