import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programName } from './program-name.ts';

test('hints name the program as it was started', () => {
  assert.equal(programName({}, 'linux'), './trunkline');
  assert.equal(programName({ npm_lifecycle_event: 'start' }, 'darwin'), './trunkline');
  assert.equal(programName({ npm_lifecycle_event: 'trunkline' }, 'linux'), 'npm run -s trunkline --');
  assert.equal(programName({}, 'win32'), 'npm run -s trunkline --');
  const started = { npm_lifecycle_event: 'trunkline', TRUNKLINE_COMMAND: '/opt/trunk line/trunkline' };
  assert.equal(programName(started, 'linux'), "'/opt/trunk line/trunkline'");
});
