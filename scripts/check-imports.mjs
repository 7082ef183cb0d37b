// Checks the imports against .dependency-cruiser.cjs, and that files were read: with a TypeScript that it cannot use,
// dependency-cruiser reads no file and reports success.
import { spawnSync } from 'node:child_process';

const folders = ['server/src', 'server/test', 'bench', 'proof', 'console/src', 'sdk/src'];
const { status, stdout, stderr } = spawnSync('depcruise', ['--config', '.dependency-cruiser.cjs', ...folders], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
process.stdout.write(stdout + stderr);
const read = Number(/\((\d+) modules/.exec(stdout)?.[1] ?? 0);
if (status === 0 && read < 50) {
  console.error(`Only ${read} modules were read: the import rules were not checked.`);
  process.exitCode = 1;
} else {
  process.exitCode = status ?? 1;
}
