// `npm run bench` measures everything, in about half an hour; `npm run bench -- customers bulk` or `npm run bench -- calls
// --calls 1000000` a part of it. Targets are printed, not enforced: a noisy machine is not a defect.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const files = {
  cpu: 'cpu.ts',
  memory: 'memory.ts',
  customers: 'customers.ts',
  directory: 'directory.ts',
  workers: 'workers.ts',
  search: 'search.ts',
  imports: 'imports.ts',
  calls: 'calls/run.ts',
  webhooks: 'webhooks/run.ts',
  phones: 'phones/run.ts',
  insights: 'insights/run.ts',
  attacks: 'attacks/run.ts',
};
const [part, ...rest] = process.argv.slice(2);
const wanted = part === undefined ? Object.values(files) : [files[part as keyof typeof files]];
for (const file of wanted) {
  if (!file) throw new Error(`There is no bench called ${part}. There are: ${Object.keys(files).join(', ')}.`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...rest], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
