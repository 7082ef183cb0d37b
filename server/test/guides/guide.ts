import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The fenced blocks of the Markdown pages, and the comments before them that say how a test treats them:
//
//   <!-- not run: it needs a carrier -->   the commands are only parsed, for the reason given
//   <!-- run by server/test/... -->        another test runs it, and reads it from the page
//   <!-- runs until Ctrl-C -->             the command is started, must print something, and is stopped at the end of the page
//   <!-- file: telephony.json -->          the block is a file that later commands of the page use

export const repository = join(import.meta.dirname, '../../..');

type Mark = { kind: 'not run' | 'run by' | 'file'; text: string } | { kind: 'runs until Ctrl-C' };

export type Block = { page: string; line: number; language: string; text: string; mark?: Mark };

/** Languages whose blocks readers run or copy. Blocks without a language show output. */
export const executable = new Set(['sh', 'json', 'js', 'ts', 'python', 'php', 'ruby', 'go']);

export const allPages = () =>
  globSync('**/*.md', { cwd: repository, exclude: ['**/node_modules', '**/.*'] })
    .sort()
    .filter((page) => !page.startsWith('server/src/insights/summary/prompts/'));

export const readPage = (page: string) => readFileSync(join(repository, page), 'utf8');

const fence = /^(?<indent> *)```(?<language>\w*)\n(?<text>.*?)^\k<indent>```$/gms;

export function blocksOf(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(fence)].map(({ index, groups: { indent = '', language = '', text: lines = '' } = {} }) => {
    const before = text.slice(0, index);
    const mark = readMark(/<!-- (.*) -->\n$/.exec(before)?.[1]);
    return {
      ...{
        page,
        language,
        line: before.split('\n').length,
        text: lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      },
      ...(mark && { mark }),
    };
  });
}

function readMark(comment: string | undefined): Mark | undefined {
  if (comment === undefined) return undefined;
  if (comment === 'runs until Ctrl-C') return { kind: comment };
  const [, notRun, runBy, file] = /^(?:not run: (.+)|run by (\S+)|file: (\S+))$/.exec(comment) ?? [];
  if (notRun) return { kind: 'not run', text: notRun };
  if (runBy) return { kind: 'run by', text: runBy };
  if (file) return { kind: 'file', text: file };
  throw new Error(`Unknown comment before a block: ${comment}`);
}
