import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As in the package.json of the installation. */
export const productVersion: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
).version;
