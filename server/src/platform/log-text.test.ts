import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog('trace', { write: (line: string) => lines.push(line) }, 'text');
const written = (write: () => void) => {
  write();
  return lines.pop() ?? '';
};

test('a line has the time, the message and what belongs to it', () => {
  const line = written(() => log.info({ call_id: 'call_1', step: 'two words' }, 'a call ended'));
  assert.match(line, /^\d\d:\d\d:\d\d a call ended call_id=call_1 step="two words"\n$/);
  assert.match(
    written(() => log.warn('careful')),
    /^\S+ WARN careful\n$/,
  );
});

test('a request is one short line, with its id where it went wrong', () => {
  const request = { request_id: 'r-1', method: 'GET', route: '/api/v1/calls', status: 200, ms: 1.5, tenant_id: 7 };
  assert.match(
    written(() => log.info(request, 'request')),
    /^\S+ GET \/api\/v1\/calls 200 in 1\.5 ms tenant_id=7\n$/,
  );
  assert.match(
    written(() => log.info({ ...request, status: 404 }, 'request')),
    / 404 in 1\.5 ms tenant_id=7 request_id=r-1\n$/,
  );
});

test('an error is followed by its stack and its causes, indented', () => {
  const error = new Error('outer', { cause: new TypeError('inner') });
  const [first = '', ...rest] = written(() => log.error({ err: error }, 'it broke')).split('\n');
  assert.match(first, /^\S+ ERROR it broke$/);
  assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
  assert.match(rest.join('\n'), /^ {4}Error: outer\n {8}at .*^ {4}caused by:\n {4}TypeError: inner\n/ms);
});

test('numbers and secrets are masked, and nothing rewrites the screen', () => {
  const line = written(() => log.info({ note: 'tl_live_abc', name: 'a\u001b[2Jb\r\n' }, 'call of +819012345678'));
  assert.match(line, / call of 819\*{5}5678 note=tl_live_\*\*\* /);
  assert.doesNotMatch(line.slice(0, -1), /\p{Cc}/u);
  const broken = written(() => log.error({ err: new Error('a\u001b[2Jb') }, 'it broke'));
  assert.doesNotMatch(broken.replaceAll('\n', ''), /\p{Cc}/u);
});

test('a number that is no text is masked too, and its line is written all the same', () => {
  const line = written(() => log.info({ bytes: 819012345678 }, 'a large file'));
  assert.match(line, /"bytes":819\*{5}5678,"msg":"a large file"\}\n$/);
});
