import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { moods, type Segment, type Sentiment, type Summary } from '../insight.ts';
import { askModel, type Endpoint, invalidAnswer, type RetryOptions } from '../transcript/openai-endpoint.ts';
import { plainText } from '../transcript/plain-text.ts';

// A summary in new words by a language model. Its input is what people say on the telephone, and any caller can say "ignore
// your instructions". So the model has no tools, the call is passed as a JSON string that no word can end, and the worst that
// callers can achieve is a wrong summary of their own call: the answer is read with a schema, stored as text, and triggers
// nothing.

/** A changed prompt is a new file, so that existing summaries keep naming the version that made them. */
export const promptVersion = 'summary-v1';
const prompt = new URL(`prompts/${promptVersion}.md`, import.meta.url);

/** About two hours of talk. The middle of a longer call is left out. */
const mostCharacters = 120_000;

const Completion = Type.Object({
  choices: Type.Array(Type.Object({ message: Type.Object({ content: Type.String() }) }), { minItems: 1 }),
});
const mood = Type.Unsafe<(typeof moods)[number]>({ type: 'string', enum: moods });
const Moods = Type.Object({ staff: mood, customer: mood });
const Texts = Type.Array(Type.String());
/** The fields that a summary must have; models leave out other fields when they find nothing for them. */
const Answer = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 5_000 }),
  key_points: Texts,
  keywords: Texts,
});
const most = { key_points: 10, keywords: 20, action_items: 20 };
const longestItem = 500;

type Written = Pick<Summary, 'key_points' | 'keywords' | 'action_items'> & {
  text: string;
  sentiment: Sentiment | null;
};

export async function summarizeAbstractively(
  endpoint: Endpoint,
  { language, segments }: { language: string | null; segments: Segment[] },
  patience: RetryOptions = {},
): Promise<Written> {
  const call = shortened(segments).map(({ speaker, text }) => ({ speaker, text }));
  // No temperature and no token limit: some models use other names for them, or do not know them, and refuse the request.
  const body = JSON.stringify({
    model: endpoint.model,
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: await readFile(prompt, 'utf8') },
      { role: 'user', content: JSON.stringify({ language: language ?? 'the language of the call', call }) },
    ],
  });
  return readAnswer(await askModel(endpoint, '/chat/completions', () => body, patience));
}

/** Takes the fields that the prompt asks for, and ignores the rest of the answer. */
function readAnswer(answer: unknown): Written {
  const content = Value.Check(Completion, answer) ? answer.choices[0]?.message.content : undefined;
  if (content === undefined) throw invalidAnswer('is no completion');
  const summary = parse(content);
  if (!Value.Check(Answer, summary)) throw invalidAnswer('is not the summary that was asked for');
  const text = plainText(summary.text);
  if (text === '') throw invalidAnswer('is empty');
  const { action_items, sentiment } = summary as { action_items?: unknown; sentiment?: unknown };
  return {
    text,
    key_points: plainList(summary.key_points, most.key_points),
    keywords: plainList(summary.keywords, most.keywords),
    action_items: Value.Check(Texts, action_items) ? plainList(action_items, most.action_items) : null,
    sentiment: Value.Check(Moods, sentiment) ? { staff: sentiment.staff, customer: sentiment.customer } : null,
  };
}

/** Many models think aloud first and put their JSON between fences, whatever the prompt says. */
function parse(content: string): unknown {
  const answer = content.replace(/^\s*<think>.*?<\/think>/s, '');
  try {
    return JSON.parse(answer.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  } catch {
    return undefined;
  }
}

const plainList = (texts: string[], most: number) =>
  texts
    .map((text) => plainText(text.slice(0, longestItem)))
    .filter((text) => text !== '')
    .slice(0, most);

function shortened(segments: Segment[]): Segment[] {
  let remaining = mostCharacters;
  const kept = new Set<Segment>();
  // From both ends inwards: the beginning of a call says what it is about, and the end what comes of it.
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i % 2 === 0 ? i / 2 : segments.length - (i + 1) / 2];
    remaining -= segment?.text.length ?? 0;
    if (!segment || remaining < 0) break;
    kept.add(segment);
  }
  return segments.filter((segment) => kept.has(segment));
}
