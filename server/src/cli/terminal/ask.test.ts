import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';

const importing = (name: string, file: string) =>
  `const { ${name} } = await import(${JSON.stringify(join(import.meta.dirname, file))});`;

test('Ctrl-C at a question is an empty answer, also within a command that finishes its work at Ctrl-C', {
  timeout: 240_000,
}, async () => {
  const program = `
    ${importing('ask', 'ask.ts')}
    ${importing('watchInterruption', 'interruption.ts')}
    for (const stream of [process.stdin, process.stderr]) stream.isTTY = true;
    using _interruption = watchInterruption();
    process.stdout.write(JSON.stringify(await ask('Sure? ')));`;
  // Its standard input stays open, as that of a terminal does.
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' });
  atEnd(() => child.kill('SIGKILL'));
  const answered = text(child.stdout);
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  assert.equal(await answered, '""');
});
