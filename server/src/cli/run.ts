import { nearest } from '../platform/text/nearest.ts';
import { sections } from './definitions/sections.ts';
import type { Command, Definition, Terminal } from './terminal/command.ts';
import { describeCommand, describeGroup, describeProgram, type Group } from './terminal/help.ts';
import { UsageFault } from './terminal/options.ts';
import { program } from './terminal/program-name.ts';

/** The code of a group is loaded when one of its commands runs: help, suggestions and other groups do not wait for it. */
const loaders: Record<string, () => Promise<{ commands: Command[] }>> = {
  serve: () => import('./commands/serve.ts'),
  migrate: () => import('./commands/migrate.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  tenant: () => import('./commands/tenant.ts'),
  trunk: () => import('./commands/trunk.ts'),
  number: () => import('./commands/number.ts'),
  project: () => import('./commands/project.ts'),
  staff: () => import('./commands/staff.ts'),
  telephony: () => import('./commands/telephony.ts'),
  asterisk: () => import('./commands/asterisk.ts'),
  key: () => import('./commands/key.ts'),
  admin: () => import('./commands/admin.ts'),
  person: () => import('./commands/person.ts'),
  demo: () => import('./commands/demo.ts'),
  listen: () => import('./commands/listen.ts'),
  doctor: () => import('./commands/doctor.ts'),
  version: () => import('./commands/version.ts'),
};

const groups = sections.flatMap((section) => section.groups);

/** Runs one command and returns its exit code: 0, 1 for a refusal or failure, 2 for a wrong command line. */
export async function runProgram(typed: string[], terminal: Terminal): Promise<number> {
  const args = withoutVersionOption(typed);
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const wantsHelp = args.includes('--help') || args.includes('-h');
  const group = groups.find(({ name }) => name === words[0]);
  const definition = group?.definitions.find((one) => `${words.join(' ')} `.startsWith(`${one.words} `));
  try {
    if (wantsHelp && isKnown(words, group, definition)) {
      terminal.out(help(group, definition, terminal));
      return 0;
    }
    if (firstOption === 0 && args.some((arg) => arg !== '--json'))
      throw new UsageFault(`Begin with the command: its options follow it. Help: ${program} --help`);
    if (!definition) throw unknownCommand(words, group, args.includes('--json') ? undefined : terminal);
    return await (await load(definition)).run(args.slice(definition.words.split(' ').length), terminal);
  } catch (error) {
    const sentences = await explain(error);
    const asJson = args.includes('--json');
    terminal.err(asJson ? `${JSON.stringify({ error: sentences.replaceAll('\n', ' ') })}\n` : `${sentences}\n`);
    return error instanceof UsageFault ? 2 : 1;
  }
}

/** `--version` before any word is the command of that name. */
function withoutVersionOption(args: string[]): string[] {
  const isAsked = args[0]?.startsWith('-') && args.includes('--version');
  return isAsked ? ['version', ...args.filter((arg) => arg !== '--version')] : args;
}

/** Whether there is help for what was typed: nothing, the first words of a command, or all of them. */
function isKnown(words: string[], group: Group | undefined, definition: Definition | undefined): boolean {
  const typed = words.join(' ');
  return typed === '' || definition !== undefined || startsCommand(group, typed);
}

function startsCommand(group: Group | undefined, typed: string): boolean {
  return group?.definitions.some(({ words }) => words.startsWith(`${typed} `)) ?? false;
}

function help(group: Group | undefined, definition: Definition | undefined, { screen }: Terminal): string {
  if (definition) return describeCommand(definition, screen);
  return group ? describeGroup(group, screen) : describeProgram(sections, screen);
}

async function load({ words }: Definition): Promise<Command> {
  const [name = ''] = words.split(' ');
  const found = (await loaders[name]?.())?.commands.find(({ definition }) => definition.words === words);
  if (!found) throw new TypeError(`The command "${words}" is not implemented.`);
  return found;
}

/**
 * Without a command, or with a group alone, the help is the answer, except for a program, which has no terminal. After a typo it
 * would push the suggestion off the screen.
 */
function unknownCommand(words: string[], group: Group | undefined, terminal: Terminal | undefined): UsageFault {
  const typed = words.join(' ');
  if (typed === '' || startsCommand(group, typed))
    return new UsageFault(terminal ? help(group, undefined, terminal).trimEnd() : missingCommand(typed, group));
  const suggestion = suggest(typed, group);
  const about = suggestion ?? group?.name;
  return new UsageFault(
    [
      `There is no command "${typed}".`,
      ...(suggestion ? [`Did you mean "${suggestion}"?`] : []),
      `Help: ${[program, about, '--help'].filter(Boolean).join(' ')}`,
    ].join('\n'),
  );
}

function missingCommand(typed: string, group: Group | undefined): string {
  const which = group ? `the rest of the command after "${typed}"` : 'a command';
  return `Add ${which}. Help: ${[program, group?.name, '--help'].filter(Boolean).join(' ')}`;
}

/** After the name of a group, only the rest is compared: otherwise two short commands of a group always look alike. */
function suggest(typed: string, group: Group | undefined): string | undefined {
  if (!group) {
    const all = groups.flatMap(({ name, definitions }) => [name, ...definitions.map(({ words }) => words)]);
    return nearest(typed, all);
  }
  const rest = (words: string) => words.slice(group.name.length + 1);
  const found = nearest(
    rest(typed),
    group.definitions.map(({ words }) => rest(words)),
  );
  return found && `${group.name} ${found}`;
}

/** The classes of other errors load half of the server. */
async function explain(error: unknown): Promise<string> {
  if (error instanceof UsageFault) return error.message;
  const { explainError } = await import('./terminal/explain-error.ts');
  return explainError(error);
}
