import type { Definition } from './command.ts';
import { explained, wrap } from './layout.ts';
import type { Option } from './options.ts';
import type { Screen } from './print.ts';
import { program } from './program-name.ts';

/** Commands that share their first word, or one command of one word. */
export type Group = { name: string; about: string; definitions: readonly Definition[] };
export type Section = { title: string; groups: readonly Group[] };

const widest = 100;
/** As with gh and kubectl, a script that reads a table gets whole values, but --json is what stays the same. */
const aboutTables =
  'Tables fit the terminal, and show times in the time zone of this machine. Output to a file or a program is not cut. --json prints everything, with times in UTC.';
const widthOn = ({ width = 80 }: Screen) => Math.min(width, widest);

export function describeProgram(sections: readonly Section[], screen: Screen): string {
  const width = widthOn(screen);
  const parts = sections.map(({ title, groups }) => {
    const lines = groups.map(({ name, about }): [string, string] => [name.padEnd(longestName(sections)), about]);
    return `${screen.style('bold', title)}\n${explained(lines, width)}`;
  });
  return [
    `Usage: ${program} <command> [options]\n`,
    ...parts,
    `Help for a command, or a group of them: ${program} <command> --help\n`,
    `${wrap(aboutTables, width).join('\n')}\n`,
  ].join('\n');
}

function longestName(sections: readonly Section[]): number {
  return Math.max(...sections.flatMap(({ groups }) => groups.map(({ name }) => name.length)));
}

export function describeGroup({ name, about, definitions }: Group, screen: Screen): string {
  const lines = definitions.map(({ words, about }): [string, string] => [words, about]);
  return [
    `Usage: ${program} ${name} <command> [options]\n`,
    `${about}.\n`,
    explained(lines, widthOn(screen)),
    `Options of a command: ${program} ${definitions[0]?.words ?? name} --help\n`,
  ].join('\n');
}

export function describeCommand(definition: Definition, screen: Screen): string {
  const {
    about,
    details,
    options,
    operand,
    aboutJson = 'Print one line of JSON instead of a table',
    examples = [],
  } = definition;
  const width = widthOn(screen);
  const named = Object.entries(options).map(([name, option]): [string, string] => [
    written(name, option, operand),
    option.about,
  ]);
  const json: [string, string][] = aboutJson === 'none' ? [] : [['--json', aboutJson]];
  return [
    `${usageOf(definition, width)}\n`,
    `${about}.\n`,
    ...(details ? [`${wrap(details, width).join('\n')}\n`] : []),
    `${screen.style('bold', 'Options')}\n${explained([...named, ...json, ['--help', 'Print this help']], width)}`,
    ...(examples.length > 0
      ? [`${screen.style('bold', 'Examples')}\n${examples.map((example) => `  ${program} ${example}\n`).join('')}`]
      : []),
  ].join('\n');
}

/** Options in brackets can be left out. */
function usageOf({ words, options, operand }: Definition, width: number): string {
  const command = `Usage: ${program} ${words}`;
  const parts = Object.entries(options).map(([name, option]) => {
    const text = written(name, option, operand).replaceAll(' ', '\u00a0'); // No line breaks between an option and its value.
    return option.need === 'required' ? text : `[${text}]`;
  });
  const lines = wrap([command, ...parts].join(' '), width - 4);
  return lines.join('\n    ').replaceAll('\u00a0', ' ');
}

function written(name: string, { shows }: Option<unknown>, operand: string | undefined): string {
  if (name === operand) return shows;
  return shows === '' ? `--${name}` : `--${name} ${shows}`;
}
