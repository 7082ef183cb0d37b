import type { Terminal } from './command.ts';
import { UsageFault } from './options.ts';

/** Returns only if `--yes` was given, or if a person types yes. */
export async function confirm({ ask }: Terminal, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return;
  const answer = await ask(`${question} Type yes to go on: `);
  if (answer === undefined) throw new UsageFault('This needs a confirmation. Add --yes.');
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('Nothing was changed.');
}
