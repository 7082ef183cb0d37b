import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog('trace', { write: (line: string) => lines.push(line) }, 'text');
const written = (write: () => void) => {
  write();
  return lines.pop() ?? '';
};

test('a line has the time, the message, the event and what belongs to it', () => {
  const line = written(() => log('chore.recovered', { chore: 'two words', call_id: 'call_1' }));
  assert.match(line, /^\d\d:\d\d:\d\d chore works again event=chore\.recovered chore="two words" call_id=call_1\n$/);
  assert.match(
    written(() => log('webhook.disabled')),
    /^\S+ WARN webhook disabled event=webhook\.disabled\n$/,
  );
});

test('a request is one short line, with its id where it went wrong', () => {
  const request = { request_id: 'r-1', method: 'GET', route: '/api/v1/calls', status: 200, ms: 1.5, tenant_id: 7 };
  assert.match(
    written(() => log('request.completed', request)),
    /^\S+ GET \/api\/v1\/calls 200 in 1\.5 ms tenant_id=7\n$/,
  );
  assert.match(
    written(() => log('request.completed', { ...request, status: 404 })),
    / 404 in 1\.5 ms tenant_id=7 request_id=r-1\n$/,
  );
});

test('an error is followed by its stack and its causes, indented', () => {
  const error = new Error('outer', { cause: new TypeError('inner') });
  const [first = '', ...rest] = written(() => log('request.failed', { err: error })).split('\n');
  assert.match(first, /^\S+ ERROR request failed event=request\.failed$/);
  assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
  assert.match(rest.join('\n'), /^ {4}Error: outer\n {8}at .*^ {4}caused by:\n {4}TypeError: inner\n/ms);
});

test('numbers and secrets are masked, and nothing rewrites the screen', () => {
  const library = log.ofLibrary('fastify');
  const line = written(() => library.warn({ note: 'tl_live_abc', name: 'a\u001b[2Jb\r\n' }, 'call of +819012345678'));
  assert.match(line, / call of 819\*{5}5678 event=fastify\.message note=tl_live_\*\*\* /);
  assert.doesNotMatch(line.slice(0, -1), /\p{Cc}/u);
  const broken = written(() => log('request.failed', { err: new Error('a\u001b[2Jb') }));
  assert.doesNotMatch(broken.replaceAll('\n', ''), /\p{Cc}/u);
});

test('a number that is not text is masked too, and its line is still written', () => {
  const line = written(() => log('chore.recovered', { bytes: 819012345678 }));
  assert.match(line, /"bytes":819\*{5}5678,"msg":"chore works again"\}\n$/);
});
