// Keeps a CRM and Trunkline in step: customers in, calls out. Run it as often as you like; a run that was interrupted is
// made good by the next one.
//
//   KEY=tl_test_... node sync.mjs customers.json activities.json
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';
import { createClient } from '@trunkline/sdk';

const [, , customersFile = 'customers.json', activitiesFile = 'activities.json'] = argv;
const client = createClient({ baseUrl: env.SERVER ?? 'http://127.0.0.1:8080', apiKey: env.KEY });
const projectId = Number(env.PROJECT_ID ?? 1);
const day = (ms) => new Date(ms).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** Creates new customers, and updates those whose `external_id` is known. Returns the refused ones. */
async function sendCustomers(records) {
  const refused = [];
  const customers = records.map(({ id, name, phone }) => ({
    project_id: projectId,
    external_id: id,
    name,
    tel1: phone,
  }));
  for await (const { status, external_id, error } of client.customers.import(customers, { on_duplicate: 'update' }))
    if (status === 'failed') refused.push({ id: external_id, faults: error.details.map(({ message }) => message) });
  return refused;
}

/** Adds calls that have ended since the last run. The last two days are read again: their calls may have ended meanwhile. */
async function receiveCalls({ readUntil, calls }) {
  const from = day(readUntil ? Date.parse(readUntil) - 2 * dayMs : Date.now() - 90 * dayMs);
  const to = day(Date.now());
  for await (const call of client.reports.calls({ from, to, sort: 'asc' })) {
    if (call.ended_at === null) continue;
    const { call_id, call_type, status, started_at, duration_seconds, external_id, customer_id } = call;
    const customer = customer_id === null ? null : await externalIdOf(customer_id);
    calls[call_id] = { call_type, status, started_at, duration_seconds, deal: external_id, customer };
  }
  return { readUntil: to, calls };
}

const known = new Map();
async function externalIdOf(customerId) {
  if (!known.has(customerId)) known.set(customerId, (await client.customers.get(customerId)).external_id);
  return known.get(customerId);
}

const refused = await sendCustomers(JSON.parse(readFileSync(customersFile, 'utf8')));
const before = existsSync(activitiesFile) ? JSON.parse(readFileSync(activitiesFile, 'utf8')) : { calls: {} };
const after = await receiveCalls(before);
writeFileSync(`${activitiesFile}.new`, JSON.stringify(after, null, 2));
renameSync(`${activitiesFile}.new`, activitiesFile);
console.log(`${refused.length} customers refused, ${Object.keys(after.calls).length} calls known`);
for (const { id, faults } of refused) console.log(id, faults.join(' '));
