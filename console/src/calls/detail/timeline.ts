import type { Call, Speaker } from '../call.ts';

export type Stretch = {
  what: 'calling' | 'ringing' | 'waiting' | 'talking' | 'held' | 'recorded' | 'paused';
  from: number;
  to: number;
};
export type Timeline = { seconds: number; legs: Record<Speaker, Stretch[]> };

type Times = Pick<
  Call,
  'call_type' | 'initiated_at' | 'answered_at' | 'ended_at' | 'ring_seconds' | 'customer_leg_status' | 'holds'
>;

/**
 * The course of both legs, in seconds from the start. The API has the times of initiation, answer and end, and how long the
 * other party's phone rang; the rest follows. In an outbound call the staff member's phone rings first, and the customer's
 * after that is answered. In an inbound call the customer is there from the beginning, and the staff phones ring.
 */
export function timelineOf(call: Times, now: number): Timeline {
  const start = new Date(call.initiated_at).getTime();
  const second = (moment: string | null) =>
    moment === null ? undefined : (new Date(moment).getTime() - start) / 1_000;
  const end = second(call.ended_at) ?? Math.max(0, (now - start) / 1_000);
  const answered = second(call.answered_at);
  const bound = (value: number) => Math.min(end, Math.max(0, value));
  const stretch = (what: Stretch['what'], from: number, to: number): Stretch[] =>
    bound(to) > bound(from) ? [{ what, from: bound(from), to: bound(to) }] : [];
  const talk: Stretch[] = [];
  if (answered !== undefined) {
    let since = answered;
    for (const { start_seconds, end_seconds } of call.holds) {
      const [held, resumed] = [answered + start_seconds, end_seconds === null ? end : answered + end_seconds];
      talk.push(...stretch('talking', since, held), ...stretch('held', held, resumed));
      since = resumed;
    }
    talk.push(...stretch('talking', since, end));
  }
  const whenRingingEnds = answered ?? end;

  if (call.call_type === 'inbound')
    return {
      seconds: end,
      legs: {
        customer: [...stretch('calling', 0, whenRingingEnds), ...talk],
        staff: [
          ...stretch('ringing', whenRingingEnds - (call.ring_seconds ?? whenRingingEnds), whenRingingEnds),
          ...talk,
        ],
      },
    };
  const hasRung = call.ring_seconds !== null || answered !== undefined || call.customer_leg_status === 'ringing';
  const pickedUp = hasRung ? whenRingingEnds - (call.ring_seconds ?? 0) : end;
  return {
    seconds: end,
    legs: {
      staff: [...stretch('ringing', 0, pickedUp), ...stretch('waiting', pickedUp, whenRingingEnds), ...talk],
      customer: [...stretch('ringing', pickedUp, whenRingingEnds), ...talk],
    },
  };
}

type Recorded = Pick<Call, 'initiated_at' | 'answered_at' | 'recording'>;

/** The recorded and the paused parts, if the recording was ever paused. It begins when the call is answered. */
export function recordedParts({ initiated_at, answered_at, recording }: Recorded, end: number): Stretch[] {
  const pauses = recording?.pauses ?? [];
  if (answered_at === null || pauses.length === 0) return [];
  const start = (new Date(answered_at).getTime() - new Date(initiated_at).getTime()) / 1_000;
  // Only a simulated recording is shorter or longer than its conversation: the simulator may play at another speed.
  const pace = recording?.duration_seconds ? (end - start) / recording.duration_seconds : 1;
  const parts: Stretch[] = [];
  let since = start;
  for (const { start_seconds, end_seconds } of pauses) {
    const from = start + start_seconds * pace;
    const to = end_seconds === null ? end : Math.min(end, start + end_seconds * pace);
    parts.push({ what: 'recorded', from: since, to: from }, { what: 'paused', from, to });
    since = to;
  }
  parts.push({ what: 'recorded', from: since, to: end });
  return parts.filter(({ from, to }) => to > from);
}
