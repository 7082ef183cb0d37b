import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version as definition } from '../definitions/single-commands.ts';
import type { Command } from '../terminal/command.ts';
import { readOptions } from '../terminal/options.ts';
import { asJson } from '../terminal/print.ts';

export const commands: Command[] = [
  {
    definition,
    async run(args, terminal) {
      const { json } = readOptions(definition.options, args);
      const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'));
      terminal.out(json ? asJson({ facts: { version } }) : `${version}\n`);
      return 0;
    },
  },
];
