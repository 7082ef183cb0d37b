import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Loaded before the server in each of its processes: writes now and then how many bytes its living objects occupy. The memory
// of the process alone does not tell whether it keeps more, or only collects later.

const interval = 15_000;
const { HEAP_REPORTS: folder = '' } = process.env;

if (isMainThread)
  setInterval(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(join(folder, `${process.pid}`), `${heapUsed + external}`);
  }, interval).unref();
