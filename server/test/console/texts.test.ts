import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultCodes } from '../../src/platform/fault-codes.ts';
import { consoleProblemCodes } from '../../src/platform/problem.ts';
import { failureCodes } from '../../src/webhooks/sending/explain-failure.ts';

// The console has a text in the language of the person for every answer of the server.

type Messages = Record<'en' | 'ja', Record<string, string>>;

const source = join(import.meta.dirname, '../../../console/src');

async function assertSaid(file: string, codes: readonly string[]): Promise<void> {
  const [table] = Object.values<Messages>(await import(join(source, file)));
  for (const language of ['en', 'ja'] as const)
    assert.deepEqual(
      codes.filter((code) => !table?.[language][code]),
      [],
      `${file}, ${language}`,
    );
}

test('every refusal that the administrators can meet has a text', () =>
  assertSaid('parts/problems/problem-messages.ts', consoleProblemCodes));

test('every fault of a field has a text', () =>
  assertSaid(
    'parts/problems/fault-messages.ts',
    faultCodes.filter((code) => code !== 'missing_scope'), // Keys have scopes, people have roles.
  ));

test('every outcome of a delivery attempt has a text', () => assertSaid('webhooks/failure-messages.ts', failureCodes));
