import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSignedIn } from '../../test/browser.ts';
import { startTestApp } from '../../test/test-app.ts';

// Tries faulty requests on every operation: the OpenAPI documents must declare each answer.

const app = await startTestApp();
const { key, console: page } = await buildSignedIn(app, { licenses: ['open_api_advanced'] });

const apis = [
  { base: '/api/v1', headers: { authorization: `Bearer ${key}` } },
  { base: '/admin/v1', headers: { cookie: page.cookie() ?? '', 'x-trunkline-console': '1' } },
];

type Probe = { name: string; query?: string; headers?: Record<string, string>; body?: string };
const json = { 'content-type': 'application/json' };
const withBody: Probe[] = [
  { name: 'no JSON', headers: { 'content-type': 'text/plain' }, body: 'x' },
  { name: 'a compressed body', headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' },
  { name: 'broken JSON', headers: json, body: '{' },
  { name: 'an array', headers: json, body: '[]' },
  { name: 'a body that is too large', headers: json, body: `{"a":"${'a'.repeat(4_200_000)}"}` },
  { name: 'an unknown field', headers: json, body: '{"nope":1}' },
];
const probes: Probe[] = [
  { name: 'an unknown parameter', query: '?nope=1' },
  { name: 'a stale copy', query: '?nope=1', headers: { 'if-none-match': '*', range: 'bytes=5-2' } },
  { name: 'nobody signed in', headers: { authorization: '', cookie: '' } },
];

for (const { base, headers } of apis) {
  test(`every operation of ${base} declares its answers to faulty requests`, async () => {
    const { paths } = (await (await fetch(`${app.address}${base}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const undeclared: string[] = [];
    for (const [path, methods] of Object.entries(paths))
      for (const [name, { responses }] of Object.entries(methods)) {
        const method = name.toUpperCase();
        for (const probe of method === 'GET' ? probes : [...probes, ...withBody]) {
          const answer = await fetch(`${app.address}${base}${path.replace(/\{\w+\}/g, '1')}${probe.query ?? ''}`, {
            method,
            headers: { ...headers, ...probe.headers },
            ...(probe.body !== undefined && { body: probe.body }),
          });
          await answer.body?.cancel();
          assert.ok(answer.status >= 300, `${method} ${path} took ${probe.name}`);
          if (!(answer.status in responses))
            undeclared.push(`${method} ${path} answers ${probe.name} with ${answer.status}`);
        }
      }
    assert.deepEqual(undeclared, []);
  });
}
