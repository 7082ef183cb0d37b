// Counts the comment sentences with the habits that CONTRIBUTING.md asks to avoid: no named actor, or a clause as the subject.
// `npm run words` prints the share; `npm run words -- server/src/calls` also lists the sentences of the files below that path.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { habitsOf, sentencesOf } from '../server/test/habits.ts';

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\/schema\.d\.ts$|^sdk\/src\/schema\.ts$/.test(file)); // These are generated from the texts of the API.

const listed = process.argv.slice(2);
const counts = { sentences: 0, habitual: 0 };
for (const file of sources)
  for (const { line, text } of commentSentences(file)) {
    const found = habitsOf(text);
    counts.sentences += 1;
    if (found.length === 0) continue;
    counts.habitual += 1;
    if (listed.some((path) => file.startsWith(path))) console.log(`${file}:${line}: ${text} [${found.join(', ')}]`);
  }
const share = ((100 * counts.habitual) / counts.sentences).toFixed(1);
console.log(`${counts.habitual} of ${counts.sentences} comment sentences (${share} %) have one of the habits.`);

/** The sentences of all comments of a file. Lines of one paragraph belong together; directives for tools are not sentences. */
function* commentSentences(file) {
  const source = readFileSync(file, 'utf8');
  for (const { start, text } of paragraphs(file, source))
    for (const sentence of sentencesOf(text)) yield { line: source.slice(0, start).split('\n').length, text: sentence };
}

function* paragraphs(file, source) {
  let open;
  for (const { pos, end, kind } of commentsOf(file, source)) {
    const raw = source.slice(pos, end);
    const text = raw
      .replace(/^\/\*+|\*+\/$|^\/\/\/?/g, '')
      .replace(/^\s*\* ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (/^(biome-ignore|@ts-|#!|@vite)/.test(text)) continue;
    const isNext =
      open && kind === ts.SyntaxKind.SingleLineCommentTrivia && /^\n[ \t]*$/.test(source.slice(open.end, pos));
    if (isNext) Object.assign(open, { end, text: `${open.text} ${text}` });
    else {
      if (open) yield open;
      open = { start: pos, end, text };
    }
  }
  if (open) yield open;
}

/** Comments as the parser sees them, so that strings and templates with `//` are not taken for comments. */
function commentsOf(file, source) {
  const found = new Map();
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const look = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ])
      found.set(range.pos, range);
    for (const child of node.getChildren(tree)) look(child);
  };
  look(tree);
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}
