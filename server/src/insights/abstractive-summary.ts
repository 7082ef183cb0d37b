import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { moods, type Segment } from './insight.ts';
import { ask, type Endpoint, invalidAnswer, type Patience } from './openai-endpoint.ts';
import { plainText } from './plain-text.ts';

// A summary in new words by a language model. What people say on the telephone goes into it, and anybody can say "ignore your
// instructions". So the model has no tools, the call is handed over as a JSON string that no word can end, and the worst that
// a caller can reach is a wrong summary of his own call: the answer is read with a schema, kept as text, and does nothing.

/** A changed prompt is another file: what was made with the old one goes on saying so. */
export const promptVersion = 'summary-v1';
const prompt = new URL(`prompts/${promptVersion}.md`, import.meta.url);

/** About two hours of talk; of a longer call the middle is left out. */
const mostCharacters = 120_000;

const Completion = Type.Object({
  choices: Type.Array(Type.Object({ message: Type.Object({ content: Type.String() }) }), { minItems: 1 }),
});
const mood = Type.Unsafe<(typeof moods)[number]>({ type: 'string', enum: moods });
const Answer = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 2_000 }),
  key_points: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 10 }),
  keywords: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  action_items: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }),
  sentiment: Type.Object({ staff: mood, customer: mood }),
});

export async function summariseAbstractively(
  endpoint: Endpoint,
  { language, segments }: { language: string; segments: Segment[] },
  { signal, ...patience }: Patience & { signal?: AbortSignal | undefined } = {},
): Promise<Static<typeof Answer>> {
  const call = shortened(segments).map(({ speaker, text }) => ({ speaker, text }));
  // Neither a temperature nor a number of tokens: some models take them under another name, or not at all, and refuse.
  const body = JSON.stringify({
    model: endpoint.model,
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: await readFile(prompt, 'utf8') },
      { role: 'user', content: JSON.stringify({ language, call }) },
    ],
  });
  return readAnswer(await ask(endpoint, '/chat/completions', () => body, { ...patience, signal }));
}

/** Takes the fields that were asked for, and nothing else of what the model says. */
function readAnswer(answer: unknown): Static<typeof Answer> {
  const content = Value.Check(Completion, answer) ? answer.choices[0]?.message.content : undefined;
  if (content === undefined) throw invalidAnswer('is no completion');
  const summary = parse(content);
  if (!Value.Check(Answer, summary)) throw invalidAnswer('is not the summary that was asked for');
  const { key_points, keywords, action_items, sentiment } = summary;
  const text = plainText(summary.text);
  if (text === '') throw invalidAnswer('is empty');
  return {
    text,
    key_points: plainList(key_points),
    keywords: plainList(keywords),
    action_items: plainList(action_items),
    sentiment: { staff: sentiment.staff, customer: sentiment.customer },
  };
}

/** Many models think aloud first, and put their JSON between fences, whatever they are told. */
function parse(content: string): unknown {
  const answer = content.replace(/^\s*<think>.*?<\/think>/s, '');
  try {
    return JSON.parse(answer.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  } catch {
    return undefined;
  }
}

const plainList = (texts: string[]) => texts.map(plainText).filter((text) => text !== '');

function shortened(segments: Segment[]): Segment[] {
  let room = mostCharacters;
  const kept = new Set<Segment>();
  // From both ends inwards: a call says at its beginning what it is about, and at its end what comes of it.
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i % 2 === 0 ? i / 2 : segments.length - (i + 1) / 2];
    room -= segment?.text.length ?? 0;
    if (!segment || room < 0) break;
    kept.add(segment);
  }
  return segments.filter((segment) => kept.has(segment));
}
