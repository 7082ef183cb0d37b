import { present } from '../platform/present.ts';
import { nearest } from '../platform/text/nearest.ts';
import type { Command, Terminal } from './command.ts';
import { explainError } from './explain-error.ts';
import { describeCommand, describeProgram } from './help.ts';
import { UsageFault } from './options.ts';

/** A group is loaded when it is called: an operator's command does not wait for the whole server to load. */
const groups: Record<string, () => Promise<{ commands: Command[] }>> = {
  serve: () => import('./serve.ts'),
  migrate: () => import('./migrate.ts'),
  tenant: () => import('./tenant.ts'),
  trunk: () => import('./trunk.ts'),
  number: () => import('./number.ts'),
  project: () => import('./project.ts'),
  staff: () => import('./staff.ts'),
  telephony: () => import('./telephony.ts'),
  asterisk: () => import('./asterisk.ts'),
  key: () => import('./key.ts'),
  admin: () => import('./admin.ts'),
  demo: () => import('./demo.ts'),
  listen: () => import('./listen.ts'),
  doctor: () => import('./doctor.ts'),
};

/** Runs one command and gives its exit code: 0, 1 for a refusal or failure, 2 for a command that was written wrong. */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const wantsHelp = args.includes('--help') || args.includes('-h');
  try {
    const command = await findCommand(words);
    if (wantsHelp) {
      terminal.out(command ? describeCommand(command) : describeProgram(await allCommands()));
      return 0;
    }
    if (!command) throw await unknownCommand(words, args);
    return await command.run(args.slice(command.words.split(' ').length), terminal);
  } catch (error) {
    const sentences = explainError(error);
    const asJson = args.includes('--json');
    terminal.err(asJson ? `${JSON.stringify({ error: sentences.replaceAll('\n', ' ') })}\n` : `${sentences}\n`);
    return error instanceof UsageFault ? 2 : 1;
  }
}

async function findCommand(words: string[]): Promise<Command | undefined> {
  const [first = ''] = words;
  const { commands } = Object.hasOwn(groups, first) ? await present(groups[first])() : { commands: [] };
  return commands.find((command) => `${words.join(' ')} `.startsWith(`${command.words} `));
}

async function allCommands(): Promise<Command[]> {
  const loaded = await Promise.all(Object.values(groups).map((load) => load()));
  return loaded.flatMap(({ commands }) => commands);
}

async function unknownCommand(words: string[], args: string[]): Promise<UsageFault> {
  const commands = await allCommands();
  const typed = words.join(' ');
  const suggestion = nearest(
    typed,
    commands.map(({ words }) => words),
  );
  const fault = typed === '' ? 'Which command?' : `There is no command "${typed}".`;
  const advice = suggestion ? ` Did you mean "${suggestion}"?` : '';
  return new UsageFault(
    args.includes('--json') ? fault + advice : `${fault}${advice}\n\n${describeProgram(commands)}`.trimEnd(),
  );
}
