import type { Leg } from '../engine.ts';

// The texts and times of simulated conversations: the ground truth for measuring voice analysis and transcription.

/** One sentence, stored in `clips/`. */
type Clip = { text: string; milliseconds: number };

export const clips = {
  'staff-order': { text: 'Hello, I am calling about your order.', milliseconds: 1970 },
  'staff-invoice': { text: 'Hello, I am calling about your last invoice.', milliseconds: 2330 },
  'staff-visit': { text: 'Hello, may I confirm your appointment?', milliseconds: 1860 },
  'staff-ready': { text: 'Your order is ready.', milliseconds: 1140 },
  'staff-monday': { text: 'It will arrive on Monday morning.', milliseconds: 1760 },
  'staff-correct': { text: 'I will send you a new one today.', milliseconds: 1710 },
  'staff-friday': { text: 'Yes, we will see you on Friday.', milliseconds: 1820 },
  'staff-check': { text: 'Let me check that for you.', milliseconds: 1290 },
  'customer-hello': { text: 'Hello?', milliseconds: 410 },
  'customer-when': { text: 'When will it arrive?', milliseconds: 940 },
  'customer-late': { text: 'I am still waiting for it.', milliseconds: 1520 },
  'customer-wrong': { text: 'I think the amount is wrong.', milliseconds: 1670 },
  'customer-paid': { text: 'But I paid it last week.', milliseconds: 1560 },
  'customer-move': { text: 'Can we move it to Friday?', milliseconds: 1560 },
  'customer-fine': { text: 'Yes, that is fine with me.', milliseconds: 1440 },
  'customer-thanks': { text: 'Thank you very much.', milliseconds: 1260 },
  'customer-goodbye': { text: 'Thank you for your help.', milliseconds: 1340 },
} satisfies Record<`${Leg}-${string}`, Clip>;
export type ClipName = keyof typeof clips;

/** The clips of each conversation in order, with this many milliseconds between them. */
const plays: { gap: number; lines: ClipName[] }[] = [
  { gap: 250, lines: ['staff-order', 'customer-when', 'staff-monday', 'customer-thanks'] },
  { gap: 300, lines: ['staff-order', 'customer-late', 'staff-check'] },
  { gap: 350, lines: ['staff-invoice', 'customer-wrong', 'staff-correct'] },
  { gap: 400, lines: ['staff-invoice', 'customer-paid', 'staff-check'] },
  { gap: 450, lines: ['staff-visit', 'customer-move', 'staff-friday'] },
  { gap: 500, lines: ['customer-hello', 'staff-visit', 'customer-fine'] },
  { gap: 350, lines: ['customer-hello', 'staff-ready', 'customer-when', 'staff-monday'] },
  { gap: 300, lines: ['staff-ready', 'customer-when', 'staff-monday', 'customer-goodbye'] },
];
/** The silence (ms) before the first word and after the last. */
const margin = 150;

export const conversationCount = plays.length;

type Turn = { speaker: Leg; startMs: number; endMs: number; text: string; clip: ClipName };
export type Conversation = { milliseconds: number; turns: Turn[] };

export function conversationOf(variant: number): Conversation {
  const play = plays[variant];
  if (!play) throw new Error(`There is no conversation ${variant}.`);
  const turns: Turn[] = [];
  for (const clip of play.lines) {
    const before = turns.at(-1);
    const startMs = before ? before.endMs + play.gap : margin;
    const { text, milliseconds } = clips[clip];
    const speaker = clip.startsWith('staff-') ? 'staff' : 'customer';
    turns.push({ speaker, startMs, endMs: startMs + milliseconds, text, clip });
  }
  return { turns, milliseconds: (turns.at(-1)?.endMs ?? 0) + margin };
}
