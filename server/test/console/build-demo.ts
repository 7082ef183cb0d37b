import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examples } from '../../src/call-detail/examples.ts';
import { type ClipName, type Conversation, clips } from '../../src/engine/simulator/conversations.ts';
import { speak } from '../../src/engine/simulator/speech.ts';
import type { VoiceAnalysis } from '../../src/insights/insight.ts';
import { decodeId, type TenantId } from '../../src/platform/ids.ts';
import { present } from '../../src/platform/present.ts';
import { recordingsIn } from '../../src/recordings/recording-files.ts';
import { buildSignedIn, type SignedInTenant } from '../browser.ts';
import { buildCalls, type CallToBuild } from '../build/build-calls.ts';
import { buildDeliveries } from '../build/build-deliveries.ts';
import { buildWebhook } from '../build/build-webhooks.ts';
import { query } from '../builders.ts';
import type { TestApp } from '../test-app.ts';
import { buildInsights } from './build-insights.ts';

// A company as it may look after two months with Trunkline. Every name and number in it is made up.

const people = ['佐藤 花子', '鈴木 一郎', 'Alex Morgan', 'Mei Tanaka', 'David Clarke'];
const projects = ['Support', 'Sales', 'Renewals'];
const customers = [
  ...['田中 美咲', '高橋 健太', '伊藤 さくら', '渡辺 翔', '山本 由美', '中村 大輔', '小林 真理', '加藤 誠'],
  ...['Olivia Bennett', 'Noah Fischer', 'Emma Laurent', 'Lucas Moretti', 'Sofia Lindqvist', 'Daniel Okafor'],
];
const companies = ['港商会', 'Northwind Foods', '青山デザイン', 'Blue Harbor', '東都物流', 'Lindqvist & Co'];

/** Pseudo-random, and the same in every run: so are the pictures, except for their dates. */
function draws() {
  let state = 20_261_115;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Demo = SignedInTenant & { talkId: string; webhookId: number };

export async function buildDemo(app: TestApp, dataFolder: string): Promise<Demo> {
  const tenant = await buildSignedIn(app, { kind: 'live', country: 'JP', licenses: ['open_api_advanced'] });
  const { tenantId, console: api } = tenant;
  await query(app, `update tenants set name = 'Minato Trading' where tenant_id = $1`, [tenantId]);
  await query(app, `update administrators set email = 'hanako@minato.example' where tenant_id = $1`, [tenantId]);
  await query(app, 'delete from api_keys where tenant_id = $1', [tenantId]);
  const projectIds = await buildProjects(tenant);
  const staffIds: number[] = [];
  for (const [at, name] of people.entries()) {
    const person = { name, phone: `090-8765-432${at}` };
    staffIds.push((await api.post('/staff', person)).body.data.staff_id);
  }
  for (const id of staffIds.slice(0, 3)) await api.post(`/staff/${id}/account`);
  const customerIds = await buildCustomers(tenant, projectIds);
  for (const key of keys) await api.post('/keys', key);
  await buildRequests(app, tenantId);
  for (const number of blockedNumbers) await api.post('/blocked-numbers', number);
  const calls = monthsOfCalls(staffIds, projectIds, customerIds);
  const now: CallToBuild[] = [
    { at: minutesAgo(5), phoneNumber: '+819012345678', ringSeconds: 12, talkSeconds: 30 },
    { at: minutesAgo(1.5), phoneNumber: '+819012345680', goesOn: true, callType: 'inbound' },
    { at: minutesAgo(0.1), phoneNumber: '+819012345684', status: 'ringing' },
  ];
  const [talkId = ''] = await buildCalls(
    app,
    { tenantId, projectId: projectIds[0] ?? 0 },
    now.map((call, at) => ({
      ...{ ...call, isTest: false, staffId: staffIds[at] ?? 0, customerId: customerIds[at] ?? 0 },
    })),
  );
  await buildCalls(app, tenant, calls);
  await buildTalk(app, dataFolder, tenantId, talkId);
  return { ...tenant, talkId, webhookId: await buildHook(app, tenantId) };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const keys = [
  { name: 'CRM', kind: 'live', scopes: ['customers:read', 'customers:write', 'calls:read', 'calls:initiate'] },
  { name: 'Data warehouse', kind: 'live', scopes: ['reports:read'], allowlist: ['203.0.113.0/28'] },
  { name: 'Integration tests', kind: 'test', scopes: ['customers:read', 'customers:write', 'calls:read'] },
];

const blockedNumbers = [
  { number: '090-1234-0001', reason: '本人からの連絡停止の依頼' },
  { number: '03-1234-0002', reason: 'Moved to another supplier' },
  { number: '+44 20 7946 0003' },
];

/** The requests of the last minutes, of the first key. */
async function buildRequests(app: TestApp, tenantId: TenantId): Promise<void> {
  const answers = [
    ...[['listCustomers', 200] as const, ['initiateCall', 201] as const, ['createCustomer', 422] as const],
    ...[['getCall', 200] as const, ['getCall', 404] as const, ['initiateCall', 503] as const],
  ];
  for (const [at, [operation, status]] of answers.entries())
    await query(
      app,
      `insert into api_requests (tenant_id, at, request_id, key_id, is_test, operation, status, milliseconds)
       select $1, $2, gen_random_uuid(), key_id, false, $3, $4, 4.2 + $5
       from api_keys where tenant_id = $1 and name = 'CRM'`,
      [tenantId, minutesAgo(at * 3 + 1), operation, status, at * 7],
    );
}

async function buildProjects({ console: api, projectId }: SignedInTenant): Promise<number[]> {
  await api.post('/trunks', { name: 'carrier-tokyo', host: 'sip.carrier.example', transport: 'tls' });
  const settings = { caller_id: '03-1234-0001', trunk: 'carrier-tokyo', has_voicemail: true };
  await api.put(`/projects/${projectId}`, { name: projects[0], ...settings });
  const ids = [projectId];
  for (const name of projects.slice(1)) ids.push((await api.post('/projects', { name })).body.data.project_id);
  await api.post('/numbers', { number: '03-1234-0001', project_id: projectId });
  await api.post('/numbers', { number: '0120-000-123', project_id: ids[1] });
  return ids;
}

async function buildCustomers({ console: api }: SignedInTenant, projectIds: number[]): Promise<number[]> {
  const made = customers.map((name, at) => ({
    ...{ name, project_id: projectIds[at % projectIds.length], company_name: companies[at % companies.length] },
    ...{ external_id: `crm-${1001 + at}`, tel1: `090-1234-${5678 + at}`, email: `customer${at + 1}@example.com` },
  }));
  const { results } = (await api.post('/customers/bulk', { customers: made })).body.data;
  return results.map(({ customer_id }: { customer_id: number }) => customer_id);
}

/** More on working days than at weekends, and most of them answered. */
function monthsOfCalls(staffIds: number[], projectIds: number[], customerIds: number[]): CallToBuild[] {
  const draw = draws();
  const statuses = ['no_answer', 'no_answer', 'busy', 'rejected', 'voicemail', 'canceled'] as const;
  const calls: CallToBuild[] = [];
  for (let day = 59; day >= 0; day--) {
    const midnight = new Date(Date.now() - day * 86_400_000).setUTCHours(0, 0, 0, 0);
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const count = isWeekend ? 3 + draw(4) : 14 + draw(14);
    for (let n = 0; n < count; n++) {
      const at = new Date(midnight + draw(9 * 60) * 60_000);
      const isInbound = draw(4) === 0;
      const isAnswered = draw(10) < 7;
      const missed = isInbound ? 'missed_call' : (statuses[draw(statuses.length)] ?? 'no_answer');
      const seconds = 30 + draw(400);
      const staffTalkMs = Math.round(seconds * 1_000 * (0.3 + draw(30) / 100));
      calls.push({
        ...{ at, isTest: false, callType: isInbound ? 'inbound' : 'outbound', talkSeconds: seconds },
        ...{ status: isAnswered ? 'connected' : missed, ringSeconds: isInbound ? 3 + draw(28) : 3 + draw(15) },
        ...(isInbound && !isAnswered && { endReason: draw(3) === 0 ? 'staff_no_answer' : 'caller_gave_up' }),
        ...{ staffTalkMs, customerTalkMs: Math.round(seconds * 900) - staffTalkMs },
        ...(!(isInbound && !isAnswered) && { staffId: staffIds[draw(staffIds.length)] ?? 0 }),
        ...{ projectId: projectIds[draw(projectIds.length)] ?? 0, customerId: customerIds[draw(14)] ?? 0 },
        phoneNumber: `+8190${String(10_000_000 + draw(89_999_999))}`,
      });
    }
  }
  return calls.filter(({ at }) => at && at.getTime() < Date.now() - 5 * 60_000);
}

const lines: ClipName[] = [
  ...(['staff-order', 'customer-late', 'staff-check', 'staff-ready', 'customer-when'] as const),
  ...(['staff-monday', 'customer-fine', 'staff-bill', 'customer-wrong', 'customer-paid', 'staff-check'] as const),
  ...(['staff-correct', 'customer-move', 'staff-friday', 'customer-thanks'] as const),
];

/** A recording of a longer conversation than the simulator's, with its transcript. */
async function buildTalk(app: TestApp, dataFolder: string, tenantId: TenantId, callId: string): Promise<void> {
  const turns: Conversation['turns'] = [];
  for (const clip of lines) {
    const startMs = (turns.at(-1)?.endMs ?? -300) + 450;
    const { text, milliseconds } = clips[clip];
    const speaker = clip.startsWith('staff-') ? 'staff' : 'customer';
    turns.push({ clip, speaker, text, startMs, endMs: startMs + milliseconds });
  }
  const milliseconds = (turns.at(-1)?.endMs ?? 0) + 300;
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-talk-'));
  const file = join(folder, 'talk.wav');
  await writeFile(file, await speak({ turns, milliseconds }));
  const id = present(decodeId('call', callId));
  const recording = await recordingsIn(join(dataFolder, 'recordings')).keep(
    { tenantId, callId: id },
    file,
    milliseconds / 1_000,
  );
  await rm(folder, { recursive: true });
  await query(app, 'update calls set recording = $3 where tenant_id = $1 and call_id = $2', [tenantId, id, recording]);
  await query(app, 'insert into recordings (tenant_id, is_test, call_id, wav_bytes) values ($1, false, $2, $3)', [
    ...[tenantId, id, recording.size_bytes],
  ]);
  await buildInsights(app, tenantId, callId, {
    language: 'en',
    voice: voiceOf(turns, milliseconds / 1_000),
    lines: turns.map(({ speaker, text, startMs, endMs }) => ({
      ...{ speaker, text, start: startMs / 1_000, end: endMs / 1_000 },
    })),
    summary:
      'The order is ready and arrives on Monday morning. A new invoice is sent today, because the amount was wrong.',
    keyPoints: [
      'It will arrive on Monday morning.',
      'I think the amount is wrong.',
      'I will send you a new one today.',
    ],
    keywords: ['order', 'invoice', 'amount', 'Monday', 'Friday'],
  });
}

/** The API's example, with the times of this conversation. */
function voiceOf(turns: Conversation['turns'], duration_seconds: number): Partial<VoiceAnalysis> {
  const { silence, speakers } = examples.call.voice_analysis;
  const talk = (of: string) =>
    turns.reduce((sum, { speaker, startMs, endMs }) => sum + (speaker === of ? endMs - startMs : 0), 0) / 1_000;
  const [staff, customer] = [talk('staff'), talk('customer')];
  const seconds = duration_seconds - staff - customer;
  const unit = 'words_per_minute' as const;
  return {
    duration_seconds,
    talk_ratio: staff / (staff + customer),
    silence: { ...silence, seconds, count: 0, longest_seconds: 0 },
    overlap: null,
    turn_switches: turns.length - 1,
    turn_switches_per_minute: ((turns.length - 1) * 60) / duration_seconds,
    speakers: {
      staff: {
        ...{ ...speakers.staff, talk_seconds: staff, listen_seconds: customer, longest_monologue_seconds: 3.1 },
        speech_rate: { ...speakers.staff.speech_rate, unit },
      },
      customer: {
        ...{ ...speakers.customer, talk_seconds: customer, listen_seconds: staff, longest_monologue_seconds: 3.7 },
        speech_rate: { ...speakers.customer.speech_rate, unit },
      },
    },
  };
}

async function buildHook(app: TestApp, tenantId: TenantId): Promise<number> {
  const events = ['call.completed', 'call.missed', 'call.analyzed'];
  const { webhookId } = await buildWebhook(app, tenantId, 'https://crm.minato.example/hooks/calls', { events });
  const named = `update webhooks set label = 'CRM' where tenant_id = $1 and webhook_id = $2`;
  await query(app, named, [tenantId, webhookId]);
  for (const minutes of [3, 9, 14, 26, 41, 58])
    await buildDeliveries(app, { tenantId, webhookId }, { status: 'delivered', at: minutesAgo(minutes) });
  await buildDeliveries(app, { tenantId, webhookId }, { status: 'failed', at: minutesAgo(33) });
  const attempted = `
    update deliveries set attempts = jsonb_build_array($3::jsonb || jsonb_build_object('at', created_at))
    where tenant_id = $1 and webhook_id = $2 and status = $4`;
  const answered = { duration_ms: 84, response_status: 200, response_body: 'ok', error: null };
  await query(app, attempted, [tenantId, webhookId, answered, 'delivered']);
  const refused = { ...answered, response_status: 503, error: 'The receiver answered 503.' };
  await query(app, attempted, [tenantId, webhookId, refused, 'failed']);
  return webhookId;
}
