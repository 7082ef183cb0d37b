import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { statement } from '../../server/src/database/sql.ts';
import { decodeId, idOf } from '../../server/src/platform/ids.ts';
import type { CallsDatabase } from './calls-database.ts';
import { type Figure, medianOf, ms, quantile } from './figure.ts';

// Reading few and many calls, over HTTP, one request at a time. Requests alternate between the two databases, so that a slow
// minute of the machine affects both, and each asks for other days than the previous one.

export type Side = { address: string; database: CallsDatabase };

type Period = { from: string; to: string };
type Reader = { side: Side; read: (path: string) => Promise<Answer> };
type Answer = { milliseconds: number; body: { data: { call_id: string }[]; pagination: { last_page: number } } };
type Read = {
  measure: string;
  target?: string;
  path: (reader: Reader, period: string, serial: number) => string | Promise<string>;
};

const warmUps = 12;
const rounds = 61;
const periodDays = 31;
const oldestDay = 178;

const lastPage = async (reader: Reader, list: string) => (await reader.read(list)).body.pagination.last_page;
const staffId = ({ side }: Reader, serial: number) => side.database.staffIds[serial % 50];
const projectId = ({ side }: Reader, serial: number) => side.database.projectIds[serial % 5];

const reads: Read[] = [
  { measure: 'GET /calls, page 1', path: (_, period) => `/calls?${period}` },
  { measure: 'GET /calls, page 1, Asia/Tokyo', path: (_, period) => `/calls?${period}&timezone=Asia/Tokyo` },
  { measure: 'GET /calls, page 1 upwards', path: (_, period) => `/calls?${period}&sort=asc` },
  {
    measure: 'GET /calls, last page',
    path: async (r, period) => `/calls?${period}&page=${await lastPage(r, `/calls?${period}`)}`,
  },
  {
    measure: 'GET /calls, middle page',
    path: async (r, period) => `/calls?${period}&page=${(await lastPage(r, `/calls?${period}`)) >> 1}`,
  },
  { measure: 'GET /calls, status=no_answer', path: (_, period) => `/calls?${period}&status=no_answer` },
  { measure: 'GET /calls, status=voicemail (1%)', path: (_, period) => `/calls?${period}&status=voicemail` },
  {
    measure: 'GET /calls, status=busy, middle page',
    path: async (r, period) => {
      const list = `/calls?${period}&status=busy`;
      return `${list}&page=${(await lastPage(r, list)) >> 1}`;
    },
  },
  { measure: 'GET /calls, one staff_id', path: (r, period, i) => `/calls?${period}&staff_id=${staffId(r, i)}` },
  {
    measure: 'GET /calls, one staff_id, last page',
    path: async (r, period, i) => {
      const list = `/calls?${period}&staff_id=${staffId(r, i)}`;
      return `${list}&page=${await lastPage(r, list)}`;
    },
  },
  { measure: 'GET /calls, one project_id', path: (r, period, i) => `/calls?${period}&project_id=${projectId(r, i)}` },
  { measure: 'GET /calls, total (per_page=1)', path: (_, period) => `/calls?${period}&per_page=1` },
  {
    measure: 'GET /calls/{callId}',
    path: async (r, period, i) => {
      const { data } = (await r.read(`/calls?${period}`)).body;
      return `/calls/${data[i % data.length]?.call_id}`;
    },
  },
  { measure: 'GET /reports/summary, 31 days', path: (_, period) => `/reports/summary?${period}` },
  {
    measure: 'GET /reports/summary, 31 days, Asia/Tokyo',
    path: (_, period) => `/reports/summary?${period}&timezone=Asia/Tokyo`,
  },
  {
    measure: 'GET /reports/summary, one staff_id',
    path: (r, period, i) => `/reports/summary?${period}&staff_id=${staffId(r, i)}`,
  },
  {
    measure: 'GET /reports/summary, one staff_id, Asia/Tokyo',
    path: (r, period, i) => `/reports/summary?${period}&staff_id=${staffId(r, i)}&timezone=Asia/Tokyo`,
  },
  { measure: 'GET /reports/users', path: (_, period) => `/reports/users?${period}` },
  {
    measure: 'GET /reports/users, Asia/Tokyo',
    target: '<= 1.50 and < 50 ms',
    path: (_, period) => `/reports/users?${period}&timezone=Asia/Tokyo`,
  },
];

const finds: Read[] = [
  { measure: 'GET /calls, tag on 1%', path: (_, period) => `/calls?${period}&tag=common` },
  {
    measure: 'GET /calls, tag on 1%, middle page',
    path: async (r, period) => {
      const list = `/calls?${period}&tag=common`;
      return `${list}&page=${Math.ceil((await lastPage(r, list)) / 2)}`;
    },
  },
  { measure: 'GET /calls, tag on 0.01%', path: (_, period) => `/calls?${period}&tag=rare` },
  { measure: 'GET /calls, outcome on 2%', path: (_, period) => `/calls?${period}&outcome=callback` },
  { measure: 'GET /calls, two tags', path: (_, period) => `/calls?${period}&tag=common,rare` },
  { measure: 'GET /calls, tag and outcome', path: (_, period) => `/calls?${period}&tag=common&outcome=callback` },
  {
    measure: 'GET /calls, tag and staff_id',
    path: (r, period, i) => `/calls?${period}&tag=common&staff_id=${staffId(r, i)}`,
  },
  {
    measure: 'GET /calls, outcome and staff_id',
    path: (r, period, i) => `/calls?${period}&outcome=callback&staff_id=${staffId(r, i)}`,
  },
  {
    measure: 'GET /calls, tag, staff_id and status',
    path: (r, period, i) => `/calls?${period}&tag=common&status=connected&staff_id=${staffId(r, i)}`,
  },
  {
    measure: 'GET /calls, phone_number',
    path: async (r, period, i) => {
      const { data } = (await r.read(`/calls?${period}&page=${1 + (i % 9)}`)).body;
      const [one] = await findNumber.all(r.side.database.db, {
        tenant_id: r.side.database.tenantId,
        call_id: decodeId('call', data[i % data.length]?.call_id ?? '') ?? idOf('call', ''),
      });
      return `/calls?${period}&phone_number=${encodeURIComponent(one?.e164 ?? '')}`;
    },
  },
  { measure: 'GET /reports/tags, 31 days', path: (_, period) => `/reports/tags?${period}` },
];

const findNumber = statement({
  name: 'bench_find_number',
  takes: { tenant_id: 'int8', call_id: 'uuid' },
  gives: { e164: 'text?' },
  sql: 'select e164 from calls where tenant_id = :tenant_id and not is_test and call_id = :call_id',
});

export const measureReads = (few: Side, many: Side) => measure(reads, few, many);
/** By number, tag and outcome. */
export const measureFinds = (few: Side, many: Side) => measure(finds, few, many);

async function measure(reads: Read[], few: Side, many: Side): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true });
  const [fewer, more] = [few, many].map((side) => ({ side, read: readerOf(side, agent) })) as [Reader, Reader];
  const figures: Figure[] = [];
  for (const { measure, target = '<= 2.00 and < 50 ms', path } of reads) {
    const times: { few: number; many: number }[] = [];
    for (let serial = -warmUps; serial < rounds; serial++) {
      const period = periodOf(serial + warmUps);
      const [ofFew, ofMany] = [await path(fewer, period, serial + warmUps), await path(more, period, serial + warmUps)];
      const took = { few: (await fewer.read(ofFew)).milliseconds, many: (await more.read(ofMany)).milliseconds };
      if (serial >= 0) times.push(took);
    }
    const [before, after] = [times.map(({ few }) => few), times.map(({ many }) => many)];
    figures.push({
      measure,
      against: ms(medianOf(before)),
      ours: `${ms(medianOf(after))} (p95 ${ms(quantile(after, 0.95))})`,
      ratio: Number((medianOf(after) / medianOf(before)).toFixed(2)),
      target,
    });
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  agent.destroy();
  return figures;
}

/** 31 days that end some time in the last half year, today at first. */
function periodOf(serial: number): string {
  const back = (serial * 37) % (oldestDay - periodDays);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const { from, to }: Period = { from: day(back + periodDays - 1), to: day(back) };
  return `from=${from}&to=${to}`;
}

function readerOf({ address, database }: Side, agent: Agent) {
  const headers = { authorization: `Bearer ${database.liveKey}` };
  return (path: string) =>
    new Promise<Answer>((resolve, reject) => {
      const begin = performance.now();
      const request = get(`${address}${path}`, { agent, headers }, async (response) => {
        const received = await text(response);
        const milliseconds = performance.now() - begin;
        if (response.statusCode === 200) resolve({ milliseconds, body: JSON.parse(received) });
        else reject(new Error(`${path} was answered ${response.statusCode}: ${received}`));
      });
      request.on('error', reject);
    });
}
