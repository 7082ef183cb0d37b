import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from './operations.ts';
import { pathOf, request } from './request.ts';
import type { Page } from './types.ts';

test('an address has its parameters and the given part of its query, encoded', () => {
  const asked = { params: { callId: 'a/b?c' }, query: { mode: 'test', format: undefined } } as const;
  assert.equal(pathOf('/calls/{callId}/recording', asked), '/admin/v1/calls/a%2Fb%3Fc/recording?mode=test');
  assert.equal(pathOf('/customers', { query: { q: '', project_id: '7' } }), '/admin/v1/customers?project_id=7');
});

test('parameters and answers that a path does not have do not compile', () => {
  // Never called: `npm run check` fails if one of these lines compiles.
  const mistakes = [
    // @ts-expect-error customers are no calls
    (): Promise<Page<Item<'/calls'>>> => request('GET', '/customers', {}),
    // @ts-expect-error there is no such path
    () => request('GET', '/custommers', {}),
    // @ts-expect-error a call is not put
    () => request('PUT', '/calls/{callId}', {}),
    // @ts-expect-error which customer?
    () => request('GET', '/customers/{customerId}', {}),
    // @ts-expect-error the body of another path
    () => request('POST', '/keys', { body: { number: '+81312345678', project_id: 1 } }),
    // @ts-expect-error a misspelled part of a query
    () => request('GET', '/customers', { query: { projectid: 1 } }),
  ];
  assert.equal(mistakes.length, 6);
});
