import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPage, repository } from './guide.ts';

// The threat model of docs/security.md names the test that proves each answer. A test that was renamed or removed must not leave a
// promise without a proof behind.

type Threat = { threat: string; answer: string; proofs: { file: string; title: string }[] };

const [, afterHeading = ''] = readPage('docs/security.md').split('## Threats and answers\n');
const [model = ''] = afterHeading.split(/^## /m);
const threats: Threat[] = model.split('\n').flatMap((line) => {
  const [, threat = '', answer = '', proof] = /^\| (.*) \| (.*) \| (.*) \|$/.exec(line) ?? [];
  if (proof === undefined || threat === 'threat') return [];
  const named = proof === 'none' ? [] : proof.split(' / ');
  const proofs = named.map((text) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(text) ?? [];
    return { file, title };
  });
  return [{ threat, answer, proofs }];
});

/** The titles of the tests in a file. */
function titlesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , title = '']) =>
    title.replaceAll(/\\(.)/g, '$1'),
  );
}

test('each threat of the security page has a test that exists, or says that nothing answers it', () => {
  assert.ok(threats.length > 40, `${threats.length}`);
  for (const { threat, answer, proofs } of threats) {
    if (proofs.length === 0) assert.match(answer, /^\*(nothing|little)/, `${threat}: neither a proof nor an admission`);
    for (const { file, title } of proofs) {
      const path = join(repository, /^(server|console)\//.test(file) ? '' : 'server/src', file);
      assert.ok(existsSync(path), `${threat}: there is no file ${file}`);
      assert.ok(titlesIn(path).includes(title), `${threat}: ${file} has no test "${title}"`);
    }
  }
});
