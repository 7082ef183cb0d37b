import { createHash } from 'node:crypto';
import type { Ending, EngineCall, Leg } from '../engine.ts';
import { conversationOf, conversationsIn } from './conversations.ts';

// The events of a simulated call and their times. A script depends only on the call and the seed: after a crash any node
// computes the same one and continues from the current position.

export type ScriptedNews =
  | { kind: 'ringing' | 'answered'; leg: Leg }
  /** The customer calls back. */
  | { kind: 'arrived' }
  | { kind: 'ended'; ending: Ending };

/** Milliseconds after dialing, at speed 1. */
type Step = { after: number; news: ScriptedNews };

export type Script = {
  /** The last step is the end. */
  steps: Step[];
  /** The index of the conversation, if the parties talk; see `conversations.ts`. */
  conversation: number;
};

type Span = [atLeast: number, below: number];

/** The steps of a complete call; most scenarios end earlier. */
const timeline: { pause: Span; news: ScriptedNews }[] = [
  { pause: [100, 250], news: { kind: 'ringing', leg: 'staff' } },
  { pause: [600, 1_200], news: { kind: 'answered', leg: 'staff' } },
  { pause: [200, 400], news: { kind: 'ringing', leg: 'customer' } },
  { pause: [800, 1_600], news: { kind: 'answered', leg: 'customer' } },
];
const staffRings = 1;
const staffAnswers = 2;
const customerRings = 3;

type Scenario = { steps: number; pause: Span; callsBack?: true; ending: Ending };

const noAnswer: Scenario = {
  steps: customerRings,
  pause: [1_500, 2_500],
  ending: { status: 'no_answer', reason: 'no_answer', hangupBy: 'system', sipCode: 480, q850Cause: 19 },
};

/** By the last four digits of the number. All other numbers answer. */
const scenarios: Record<string, Scenario> = {
  '0001': noAnswer,
  '0002': {
    steps: staffAnswers,
    pause: [300, 600],
    ending: { status: 'busy', reason: 'busy', hangupBy: 'customer', sipCode: 486, q850Cause: 17 },
  },
  '0003': {
    steps: customerRings,
    pause: [500, 1_500],
    ending: { status: 'rejected', reason: 'rejected', hangupBy: 'customer', sipCode: 603, q850Cause: 21 },
  },
  '0004': {
    steps: staffAnswers,
    pause: [300, 600],
    ending: { status: 'failed', reason: 'invalid_number', hangupBy: 'system', sipCode: 404, q850Cause: 1 },
  },
  '0005': {
    steps: staffRings,
    pause: [1_500, 2_500],
    ending: { status: 'failed', reason: 'staff_no_answer', hangupBy: 'system', sipCode: 480, q850Cause: 19 },
  },
  '0006': {
    steps: customerRings,
    pause: [500, 1_500],
    ending: { status: 'canceled', reason: 'canceled_by_staff', hangupBy: 'staff', q850Cause: 16 },
  },
  '0007': {
    steps: customerRings,
    pause: [1_500, 2_500],
    ending: { status: 'voicemail', reason: 'voicemail', hangupBy: 'system', sipCode: 200, q850Cause: 16 },
  },
  '0008': { ...noAnswer, callsBack: true },
};

const inbound: Scenario = {
  steps: staffRings,
  pause: [1_500, 2_500],
  ending: { status: 'missed_call', reason: 'caller_gave_up', hangupBy: 'customer', sipCode: 487 },
};

export function scriptOf(call: Pick<EngineCall, 'callId' | 'callType' | 'number' | 'language'>, seed: string): Script {
  const draw = draws(`${seed} ${call.callId}`);
  const conversations = conversationsIn(call.language);
  const conversation = conversations[draw([0, conversations.length])] ?? 0;
  const scenario = scenarioOf(call) ?? talk(conversation, draw([0, 2]) ? 'staff' : 'customer');
  let after = 0;
  const steps = timeline.slice(0, scenario.steps).map(({ pause, news }) => {
    after += draw(pause);
    return { after, news };
  });
  after += draw(scenario.pause);
  // Reported together with the end, so that a call and the one that returns it are committed together.
  if (scenario.callsBack) steps.push({ after, news: { kind: 'arrived' } });
  steps.push({ after, news: { kind: 'ended', ending: scenario.ending } });
  return { steps, conversation };
}

function scenarioOf({ callType, number }: Pick<EngineCall, 'callType' | 'number'>): Scenario | undefined {
  return callType === 'inbound' ? inbound : scenarios[number.replace(/\D/g, '').slice(-4)];
}

function talk(conversation: number, hangupBy: Leg): Scenario {
  const { milliseconds } = conversationOf(conversation);
  return {
    steps: timeline.length,
    pause: [milliseconds, milliseconds],
    // The status applies only if the answer is unknown, which it never is at the end of a conversation.
    ending: { status: 'failed', reason: 'completed', hangupBy, q850Cause: 16 },
  };
}

/** Pseudo-random integers that are always the same for one text; there are sixteen of them. */
function draws(text: string): (span: Span) => number {
  const digest = createHash('sha256').update(text).digest();
  let position = 0;
  return ([atLeast, below]) => {
    const fraction = digest.readUInt16BE(position) / 0x10000;
    position += 2;
    return atLeast + Math.floor(fraction * (below - atLeast));
  };
}
