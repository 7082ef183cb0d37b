import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept between starts, which makes them faster. It is kept with the packages, because whoever can write
// to it decides what this program does: in a folder for temporary files that could be another user of the machine.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/trunkline'));

// Recordings, keys and whatever else this program writes are closed to other users of the machine.
process.umask(0o077);

// Imported only now, so that it is kept as well.
const { runProgram } = await import('./cli/run.ts');
const { readSecret } = await import('./cli/terminal/read-secret.ts');

const code = await runProgram(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  readSecret,
});
process.exit(code);
