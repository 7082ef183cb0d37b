import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound } from './open-console.ts';

// A tenant with more staff and projects than one answer of the server holds.

const app = await startConsoleApp();

async function buildCrowd({ tenantId }: Office): Promise<{ staffId: number; projectId: number }> {
  const last = async (table: 'staff' | 'projects', id: string, noun: string) => {
    const sql = `insert into ${table} (tenant_id, name) select $1, $2 || n from generate_series(1, 250) n returning ${id} as id`;
    return Number((await query(app, sql, [tenantId, `${noun} `])).at(-1)?.id);
  };
  return {
    staffId: await last('staff', 'staff_id', 'Person'),
    projectId: await last('projects', 'project_id', 'Branch'),
  };
}

test('the 252nd staff member is shown by name, and found in selections', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { staffId, projectId } = await buildCrowd(office);
  await buildCalls(app, { ...office, projectId }, [{ isTest: false, staffId }]);
  await buildCalls(app, office, [{ isTest: false, staffId: office.staffId }]);
  const person = await enterConsole(app, office, '/calls');
  const { page } = person;
  const row = page.getByRole('row', { name: /Person 250/ });
  await row.getByText('Branch 250').waitFor();
  await page.getByRole('row', { name: /Hanako Sato/ }).waitFor();

  await page.getByRole('button', { name: /^Filters/ }).click();
  const staff = page.getByRole('combobox', { name: 'Staff' });
  await staff.fill('person 250');
  await page.getByRole('option', { name: 'Person 250' }).click();
  await page.getByRole('row', { name: /Hanako Sato/ }).waitFor({ state: 'detached' });
  await row.waitFor();
  await assertSound(person);
  await staff.fill('nobody of this name');
  await page.getByText('Nothing found').waitFor();
  await assertSound(person);
});

test('a list of many people is turned over page by page', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  await buildCrowd(office);
  const person = await enterConsole(app, office, '/people');
  const { page } = person;
  await page.getByRole('row', { name: /Hanako Sato/ }).waitFor();
  await page.getByText('252 total').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2 of 6').waitFor();
  await page.getByRole('row', { name: /Person 49\b/ }).waitFor();
  await assertSound(person);

  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  const ringing = page.getByRole('dialog').getByRole('combobox', { name: 'Staff, in this order' });
  await ringing.fill('Person 250');
  await page.getByRole('option', { name: 'Person 250' }).click();
  await page.getByRole('dialog').getByText('Person 250').first().waitFor();
  await assertSound(person);
});

test('removing everything on the last page leads to the one before', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const numbers = `insert into numbers (tenant_id, project_id, number)
    select $1, $2, '+8135555' || to_char(n, 'FM0000') from generate_series(1, 51) n`;
  await query(app, numbers, [office.tenantId, office.projectId]);
  const person = await enterConsole(app, office, '/numbers');
  const { page } = person;
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Remove 03-5555-0051' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('03-5555-0050', { exact: true }).waitFor();
  await page.getByText('03-5555-0051', { exact: true }).waitFor({ state: 'detached' });
  await assertSound(person);
});

for (const { list, address } of [
  { list: 'customers', address: '/live/customers?page=99' },
  { list: 'calls', address: '/live/calls?period=month&page=99' },
])
  test(`a page after the last one of ${list} leads to the last one`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const customers = Array.from({ length: 51 }, (_, i) => ({ project_id: office.projectId, name: `Customer ${i}` }));
    assert.equal((await office.api.post('/customers/bulk', { customers })).status, 201);
    const calls = customers.map(() => ({ isTest: false, phoneNumber: '+819012345678' }));
    await buildCalls(app, office, calls);
    const person = await enterConsole(app, office, '/people');
    const { page } = person;
    await page.getByRole('row', { name: /Hanako Sato/ }).waitFor();
    await page.goto(address);
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByRole('row').nth(1).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    assert.equal(new URL(page.url()).searchParams.get('page'), '2');
    await assertSound(person);
    // The address that leads to no page is not in the history.
    await page.goBack();
    await page.getByRole('row', { name: /Hanako Sato/ }).waitFor();
  });
