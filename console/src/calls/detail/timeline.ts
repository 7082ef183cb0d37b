import type { Call, Speaker } from '../call.ts';

type Stretch = { what: 'calling' | 'ringing' | 'waiting' | 'talking' | 'held'; from: number; to: number };
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
