import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchText } from './beam-search.ts';

// A model of four tokens: 0, 1 and 2 are text, and 3 is the end. Its memory is the text of each row.
const end = 3;
const options = {
  width: 2,
  mostTokens: 12,
  lastToken: end,
  textTokens: end,
  suppressed: new Set<number>(),
  suppressedAtStart: new Set([end]),
};
const search = (model: (text: number[]) => number[], more: Partial<typeof options> = {}) => {
  const scoresOf = (texts: number[][]) => Float32Array.from(texts.flatMap((text) => model(text).map(Math.log)));
  return searchText<number[][]>(
    { scores: scoresOf([[]]), memory: [[]] },
    async (texts, memory) => {
      const continued = texts.map(({ token, row }) => [...(memory[row] ?? []), token]);
      return { scores: scoresOf(continued), memory: continued };
    },
    { ...options, ...more },
  );
};

test('a text whose beginning is less likely is found if its end makes up for it', async () => {
  const model = (text: number[]) => {
    if (text.length === 0) return [0.6, 0.4, 0, 0];
    if (text.length === 1) return text[0] === 0 ? [0.3, 0.3, 0.3, 0.1] : [0, 0, 0.95, 0.05];
    return [0.01, 0.01, 0.01, 0.97];
  };
  assert.deepEqual((await search(model)).tokens, [1, 2]);
  assert.deepEqual((await search(model, { width: 1 })).tokens[0], 0, 'greedily it is missed');
  const { meanLogProbability } = await search(model);
  assert.ok(Math.abs(meanLogProbability - Math.log(0.4 * 0.95 * 0.97) / 3) < 1e-5);
});

test('suppressed tokens are never written, and the limit ends a text', async () => {
  const model = () => [0.7, 0.2, 0.1, 0];
  assert.ok(!(await search(model, { suppressed: new Set([0]) })).tokens.includes(0));
  assert.equal((await search(model, { mostTokens: 5 })).tokens.length, 5);
});

test('a sentence is not said twice', async () => {
  const sentence = [0, 1, 2, 0, 0, 1, 1, 2, 2];
  const model = (text: number[]) => {
    const scores = [0.001, 0.001, 0.001, 0.001];
    const isWhole = text.length > 0 && text.length % sentence.length === 0;
    scores[sentence[text.length % sentence.length] ?? 0] = isWhole ? 0.6 : 0.97;
    if (isWhole) scores[end] = 0.4;
    return scores;
  };
  assert.deepEqual((await search(model, { mostTokens: 40 })).tokens, sentence);
});
