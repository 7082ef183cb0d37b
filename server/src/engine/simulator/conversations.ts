import type { Leg } from '../engine.ts';

// The texts and times of simulated conversations: the ground truth for measuring voice analysis and transcription.

/** One sentence, stored in `clips/`. */
type Clip = { text: string; milliseconds: number };

export const clips = {
  'staff-order': { text: 'Hello, I am calling about your order.', milliseconds: 1970 },
  'staff-bill': { text: 'Hello, this is about your last bill.', milliseconds: 1830 },
  'staff-visit': { text: 'I want to confirm your appointment.', milliseconds: 1900 },
  'staff-ready': { text: 'Your order is ready.', milliseconds: 1140 },
  'staff-monday': { text: 'It will arrive on Monday morning.', milliseconds: 1760 },
  'staff-correct': { text: 'I will send you a new one today.', milliseconds: 1710 },
  'staff-friday': { text: 'Yes, we will see you on Friday.', milliseconds: 1820 },
  'staff-check': { text: 'Let me check that for you.', milliseconds: 1290 },
  'customer-when': { text: 'When will it arrive?', milliseconds: 940 },
  'customer-late': { text: 'I am still waiting for it.', milliseconds: 1520 },
  'customer-wrong': { text: 'I think the amount is wrong.', milliseconds: 1670 },
  'customer-paid': { text: 'But I paid it last week.', milliseconds: 1560 },
  'customer-move': { text: 'Can we move it to Friday?', milliseconds: 1560 },
  'customer-fine': { text: 'Yes, that is fine with me.', milliseconds: 1440 },
  'customer-thanks': { text: 'Thank you very much.', milliseconds: 1260 },
  'customer-goodbye': { text: 'Thank you for your help.', milliseconds: 1340 },
  'ja/staff-booking': { text: '予約の時間を確認させてください。', milliseconds: 2420 },
  'ja/staff-bill': { text: '電話料金についてお電話しました。', milliseconds: 2120 },
  'ja/staff-friday': { text: '金曜日の午後にお待ちしています。', milliseconds: 1950 },
  'ja/staff-moved': { text: '分かりました。金曜日に変更します。', milliseconds: 2660 },
  'ja/staff-look': { text: '今すぐ調べます。', milliseconds: 1060 },
  'ja/staff-again': { text: 'もう一度、計算します。', milliseconds: 1810 },
  'ja/staff-system': { text: 'システムを確認します。', milliseconds: 1300 },
  'ja/staff-meeting': { text: '会議の時間を確認したいのですが。', milliseconds: 2220 },
  'ja/staff-ready': { text: '商品の準備ができました。', milliseconds: 1630 },
  'ja/staff-monday': { text: '月曜日の午前中に届きます。', milliseconds: 1950 },
  'ja/customer-when': { text: 'いつ届きますか。', milliseconds: 940 },
  'ja/customer-wrong': { text: '金額が間違っていると思います。', milliseconds: 1840 },
  'ja/customer-please': { text: 'はい、お願いします。', milliseconds: 1360 },
  'ja/customer-friday': { text: '金曜日にできますか。', milliseconds: 1230 },
  'ja/customer-change': { text: '時間を変えてください。', milliseconds: 1210 },
  'ja/customer-yes': { text: 'はい、田中です。', milliseconds: 1180 },
  'ja/customer-late': { text: '荷物がまだ届きません。', milliseconds: 1410 },
} satisfies Record<`${'ja/' | ''}${Leg}-${string}`, Clip>;
export type ClipName = keyof typeof clips;

/** A clip, after the usual pause of its conversation or after this one, in milliseconds; with a negative pause it interrupts. */
type Line = ClipName | [ClipName, number];

/** The clips of each conversation in order, with this many milliseconds between them. */
const english: { gap: number; lines: Line[] }[] = [
  { gap: 250, lines: ['staff-order', 'customer-when', 'staff-monday', 'customer-thanks'] },
  { gap: 250, lines: ['staff-ready', 'customer-when', ['staff-monday', 3_100]] },
  { gap: 350, lines: ['staff-bill', 'customer-wrong', 'staff-correct'] },
  { gap: 400, lines: ['staff-bill', ['customer-paid', -1_200], 'staff-check', 'customer-goodbye'] },
  { gap: 450, lines: ['staff-visit', 'customer-move', 'staff-friday'] },
  { gap: 500, lines: ['staff-visit', 'customer-fine', 'staff-friday'] },
  { gap: 350, lines: ['staff-ready', 'customer-when', 'staff-monday', 'customer-thanks'] },
  { gap: 300, lines: ['staff-order', 'customer-late', 'staff-check', 'customer-goodbye'] },
];
const japanese: typeof english = [
  { gap: 300, lines: ['ja/customer-yes', 'ja/staff-ready', 'ja/customer-when', 'ja/staff-monday'] },
  { gap: 200, lines: ['ja/customer-when', 'ja/staff-look', ['ja/staff-monday', 3_050]] },
  { gap: 350, lines: ['ja/staff-bill', 'ja/customer-wrong', 'ja/staff-again'] },
  { gap: 300, lines: ['ja/staff-bill', ['ja/customer-wrong', -1_100], 'ja/staff-system', 'ja/customer-please'] },
  { gap: 250, lines: ['ja/staff-booking', 'ja/customer-change', 'ja/staff-moved'] },
  { gap: 400, lines: ['ja/staff-booking', 'ja/customer-friday', 'ja/staff-friday'] },
  { gap: 300, lines: ['ja/staff-meeting', 'ja/customer-friday', 'ja/staff-friday'] },
  { gap: 300, lines: ['ja/customer-late', 'ja/staff-look', 'ja/customer-please', 'ja/staff-monday'] },
];
const plays = [...english, ...japanese];
/** The silence (ms) before the first word and after the last. */
const margin = 150;

export const conversationCount = plays.length;

/** The conversations in a language, such as `ja` or `en-US`; in English if there are none. */
export function conversationsIn(language: string): number[] {
  const isJapanese = new Intl.Locale(language).language === 'ja';
  return isJapanese ? japanese.map((_, i) => english.length + i) : english.map((_, i) => i);
}

type Turn = { speaker: Leg; startMs: number; endMs: number; text: string; clip: ClipName };
export type Conversation = { milliseconds: number; turns: Turn[] };

export function conversationOf(variant: number): Conversation {
  const play = plays[variant];
  if (!play) throw new Error(`There is no conversation ${variant}.`);
  const turns: Turn[] = [];
  for (const line of play.lines) {
    const [clip, gap] = Array.isArray(line) ? line : [line, play.gap];
    const before = turns.at(-1);
    const startMs = before ? before.endMs + gap : margin;
    const { text, milliseconds } = clips[clip];
    const speaker = clip.replace('ja/', '').startsWith('staff-') ? 'staff' : 'customer';
    turns.push({ speaker, startMs, endMs: startMs + milliseconds, text, clip });
  }
  return { turns, milliseconds: Math.max(...turns.map(({ endMs }) => endMs)) + margin };
}
