import { type Command, program } from './command.ts';

export function describeCommand({ words, about, options, aboutJson }: Command): string {
  const explained = Object.entries(options).map(([name, { shows, about: meaning, need }]) => [
    `--${name} ${shows}`,
    need === 'required' ? meaning : `${meaning} May be left out.`,
  ]);
  const flags = words === 'serve' ? [] : [['--json', aboutJson ?? 'Print one line of JSON instead of a table.']];
  return `${usageOf(words, options)}\n\n${about}\n\n${columns([...explained, ...flags, ['--help', 'Print this.']])}`;
}

export function describeProgram(commands: Command[]): string {
  const lines = columns(commands.map(({ words, about }) => [words, about]));
  return `Usage: ${program} <command> [options]\n\n${lines}\nOptions of a command: ${program} <command> --help\n`;
}

function usageOf(words: string, options: Command['options']): string {
  const written = Object.entries(options).map(([name, { shows, need }]) =>
    need === 'required' ? `--${name} ${shows}` : `[--${name} ${shows}]`,
  );
  return `Usage: ${[program, words, ...written].join(' ')}`;
}

function columns(lines: string[][]): string {
  const width = Math.max(...lines.map(([first = '']) => first.length));
  return lines.map(([first = '', second]) => `  ${first.padEnd(width)}  ${second}\n`).join('');
}
