import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { buildTraced } from '../build/build-traced.ts';
import { query } from '../builders.ts';
import { fetchTree } from '../debian-programs.ts';
import { startNode } from '../test-app.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../../deploy/observability');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

type Used = { metric: string; labels: string[] };

/** The metrics in a PromQL expression, each with its matchers; the labels of `by` belong to every metric of the expression. */
function metricsIn(expression: string): Used[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return [...expression.matchAll(/\b((?:trunkline|nodejs|process)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', matchers = '']) => ({
      metric,
      labels: [...grouped, ...[...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label)],
    }),
  );
}

/** The labels of each metric that a running server shows. */
function shownIn(pages: string[]): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  for (const line of pages.join('\n').split('\n')) {
    const [, metric, labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (metric === undefined) continue;
    const known = shown.get(metric) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    shown.set(metric, known);
  }
  return shown;
}

/** Prometheus adds these to whatever it scrapes. */
const added = ['job', 'instance'];

function expressions(): { where: string; expression: string }[] {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] };
  const inPanels = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ where: title, expression: expr })),
  );
  const rules = read('alerts.yaml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  const inRules = rules.map((rule) => {
    const [, expression = ''] = /\n {8}expr: (.*?)\n {8}for: /s.exec(rule) ?? [];
    return { where: rule.split('\n', 1)[0] ?? '', expression };
  });
  assert.ok(inPanels.length > 15 && inRules.length > 8);
  return [...inPanels, ...inRules];
}

test('the dashboard and the alerts use only metrics and labels that a server shows', { timeout: 180_000 }, async () => {
  const { app, api, initiate, received } = await buildTraced({});
  await api.get('/customers');
  const { body } = await initiate();
  await received('"call.completed"', body.data.call_id);
  // The steps of an analysis that is switched off are counted too, and need no model.
  await query(app, 'update projects set analyses_calls = false');
  const other = await startNode(app.databaseUrl, {
    ANALYSIS_WORKERS: 1,
    ASTERISK_URL: ['http://user:password@127.0.0.1:1/ari'],
    BACKUP_TO: '/nowhere',
  });
  const scrape = async () =>
    shownIn(await Promise.all([app, other].map(async ({ address }) => (await fetch(`${address}/metrics`)).text())));
  const shown = await until(async () => {
    const shown = await scrape();
    const steps = shown.get('trunkline_insight_step_duration_seconds_count');
    const attempts = shown.get('trunkline_webhook_attempt_duration_seconds_count');
    return attempts?.has('outcome') && steps?.has('step') && shown;
  });
  shown.set('up', new Set());
  let checked = 0;
  for (const { where, expression } of expressions()) {
    const used = metricsIn(expression);
    assert.ok(used.length > 0, `${where} uses no metric: ${expression}`);
    for (const { metric, labels } of used) {
      const known = shown.get(metric);
      assert.ok(known, `${where} uses ${metric}, which no server shows`);
      for (const label of labels)
        assert.ok(known.has(label) || added.includes(label), `${where}: ${metric} has no label ${label}`);
      checked += 1;
    }
  }
  assert.ok(checked > 30, `${checked}`);
});

test('promtool accepts the alert rules, and each of them fires when it should', { timeout: 300_000 }, async (t) => {
  let prometheus: Awaited<ReturnType<typeof fetchTree>>;
  try {
    prometheus = await fetchTree({ name: 'prometheus', packages: ['prometheus'], suites: ['bookworm'], version: 1 });
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip(`promtool could not be had. ${error}`);
    return;
  }
  const { command, args } = prometheus.program('usr/bin/promtool');
  const promtool = async (...options: string[]) => {
    const {
      stdout,
      stderr,
      code = 0,
    } = await run(command, [...args, ...options], { cwd: folder }).catch((error) => error);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    return stdout;
  };
  const rules = read('alerts.yaml').match(/- alert: /g)?.length ?? 0;
  assert.match(await promtool('check', 'rules', 'alerts.yaml'), new RegExp(`SUCCESS: ${rules} rules found`));
  const tested = read('alerts.test.yaml').split('a sick installation')[1] ?? '';
  for (const [, alert] of read('alerts.yaml').matchAll(/- alert: (\w+)/g))
    assert.ok(tested.includes(`"${alert}"`), `no test lets ${alert} fire`);
  await promtool('test', 'rules', 'alerts.test.yaml');
});
