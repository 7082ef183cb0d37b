import { productVersion } from '../../platform/product-version.ts';
import { version as definition } from '../definitions/single-commands.ts';
import type { Command } from '../terminal/command.ts';
import { readOptions } from '../terminal/options.ts';
import { asJson } from '../terminal/print.ts';

export const commands: Command[] = [
  {
    definition,
    async run(args, terminal) {
      const { json } = readOptions(definition.options, args);
      terminal.out(json ? asJson({ facts: { version: productVersion } }) : `${productVersion}\n`);
      return 0;
    },
  },
];
