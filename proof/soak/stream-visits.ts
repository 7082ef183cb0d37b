import type { Random } from '../random.ts';

/** Clients of the stream of events come, stay for some seconds, and leave without a word. */
export async function followEvents(
  address: string,
  key: string,
  random: Random,
  stop: AbortSignal,
  onViolation: (text: string) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  while (!stop.aborted) {
    const leaving = AbortSignal.any([stop, AbortSignal.timeout(random.between(500, 20_000))]);
    try {
      const answer = await fetch(`${address}/api/v1/events/stream`, { headers, signal: leaving });
      // The request took too long to arrive, as on a machine that stands still for a while. A client sends it again.
      if (answer.status === 408) continue;
      if (answer.status !== 200) onViolation(`The stream of events answered ${answer.status}`);
      for await (const _ of answer.body ?? []);
      onViolation('The server ended a stream of events.');
    } catch (error) {
      if (!leaving.aborted) onViolation(`The stream of events: ${error}`);
    }
  }
}
