import { present } from '../platform/present.ts';
import { nearest } from '../platform/text/nearest.ts';
import type { Command, Terminal } from './terminal/command.ts';
import { explainError } from './terminal/explain-error.ts';
import { describeCommand, describeProgram } from './terminal/help.ts';
import { UsageFault } from './terminal/options.ts';

/** A group is loaded when it is called, so that a command does not wait for the whole server to load. */
const groups: Record<string, () => Promise<{ commands: Command[] }>> = {
  serve: () => import('./commands/serve.ts'),
  migrate: () => import('./commands/migrate.ts'),
  tenant: () => import('./commands/tenant.ts'),
  trunk: () => import('./commands/trunk.ts'),
  number: () => import('./commands/number.ts'),
  project: () => import('./commands/project.ts'),
  staff: () => import('./commands/staff.ts'),
  telephony: () => import('./commands/telephony.ts'),
  asterisk: () => import('./commands/asterisk.ts'),
  key: () => import('./commands/key.ts'),
  admin: () => import('./commands/admin.ts'),
  demo: () => import('./commands/demo.ts'),
  listen: () => import('./commands/listen.ts'),
  doctor: () => import('./commands/doctor.ts'),
};

/** Runs one command and returns its exit code: 0, 1 for a refusal or failure, 2 for a wrong command line. */
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
