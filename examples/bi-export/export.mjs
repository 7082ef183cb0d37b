// Writes the calls of a period as CSV, for spreadsheets, and as JSON lines, for Parquet.
//
//   KEY=tl_test_... node export.mjs 2026-08-01 2026-11-15 Asia/Tokyo
import { createWriteStream } from 'node:fs';
import { argv, env } from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@trunkline/sdk';

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const [, , from = day(90), to = day(0), timezone = 'UTC'] = argv;
const client = createClient({ baseUrl: env.SERVER ?? 'http://127.0.0.1:8080', apiKey: env.KEY });

// Named columns: fields that the API adds later do not change the files.
const columns = ['call_id', 'call_type', 'status', 'phone_number', 'staff_id', 'project_id', 'customer_id'];
columns.push('started_at', 'ended_at', 'duration_seconds', 'ring_seconds', 'talk_ratio', 'end_reason', 'external_id');

/** A cell that begins like a formula would be one in a spreadsheet. */
function cell(value) {
  const text = String(value ?? '');
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const calls = () => client.reports.calls({ from, to, timezone, sort: 'asc' });

async function* csv() {
  yield `\uFEFF${columns.join(',')}\r\n`; // With this mark Excel reads UTF-8.
  for await (const call of calls()) yield `${columns.map((name) => cell(call[name])).join(',')}\r\n`;
}

/** Every line has every column, and each column one type or null, so that any converter finds the same schema. */
async function* jsonLines() {
  for await (const call of calls())
    yield `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, call[name] ?? null])))}\n`;
}

await pipeline(Readable.from(csv()), createWriteStream('calls.csv'));
await pipeline(Readable.from(jsonLines()), createWriteStream('calls.jsonl'));
const { totals } = await client.reports.summary({ from, to, timezone, granularity: 'month' });
console.log(`${totals.total_calls} calls, ${totals.connected_calls} connected, success rate ${totals.success_rate}`);
