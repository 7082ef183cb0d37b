import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant } from '../../test/builders.ts';
import { client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

const app = await startTestApp();
const scrape = async () => {
  const answer = await fetch(`${app.address}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  return answer.text();
};
const histogram = 'trunkline_http_request_duration_seconds';

test('requests are counted and timed by method, route and status', async () => {
  const { api, projectId } = await buildTenant(app);
  await api.post('/customers', { project_id: projectId, name: 'Taro' });
  await api.get('/customers/1234567');
  await api.get('/customers/7654321');
  await client(app).get('/customers?q=secret');
  const expected = [
    `${histogram}_count{method="POST",route="/api/v1/customers",status="201"} 1`,
    `${histogram}_count{method="GET",route="/api/v1/customers/:customerId",status="404"} 2`,
    `${histogram}_count{method="GET",route="/api/v1/customers",status="401"} 1`,
  ];
  await until(async () => {
    const text = await scrape();
    return expected.every((line) => text.includes(line));
  });
  const text = await scrape();
  assert.match(
    text,
    new RegExp(`^${histogram}_bucket\\{le="0\\.005",method="POST",route="/api/v1/customers",status="201"\\} \\d`, 'm'),
  );
  assert.match(text, new RegExp(`^${histogram}_sum\\{.*route="/api/v1/customers",status="201"\\} [\\d.]+$`, 'm'));
});

test('paths that do not exist share one label, so that clients cannot make the metrics grow', async () => {
  for (let i = 0; i < 20; i++) await client(app).get(`/nothing/${i}`);
  const text = await until(async () => {
    const text = await scrape();
    return text.includes(`${histogram}_count{method="GET",route="unknown",status="404"} 20`) && text;
  });
  assert.ok(!`${text}`.includes('/nothing'));
});

test('no metric names a tenant, a key or a number', async () => {
  const { api, key } = await buildTenant(app);
  await api.get('/customers?tel1=%2B819012345678');
  const text = await scrape();
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
  for (const label of labels) assert.ok(!/tenant|key|customer|phone|ip/.test(`${label}`), `${label}`);
  assert.ok(!text.includes(key) && !text.includes('819012345678'));
});

test('the state of the database pool and of the process is there', async () => {
  const text = await scrape();
  for (const state of ['busy', 'idle', 'waiting'])
    assert.match(text, new RegExp(`^trunkline_database_connections\\{state="${state}"\\} \\d+$`, 'm'));
  assert.match(text, /^process_cpu_user_seconds_total /m);
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
});
