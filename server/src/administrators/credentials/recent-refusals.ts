// A node that is flooded with log-ins repeats the database's last refusal of a network or an address without asking again, for
// the rest of the current second at most. After that it asks again, so that a reset of the limit takes effect at once.

/**
 * So many refusals of a subject per second come from the database. People cause fewer, and a flood costs the database little.
 */
const mostAsked = 20;

let second = 0;
let refusals = new Map<string, { asked: number; secondsToWait: number }>();

function ofThisSecond() {
  const now = Math.floor(performance.now() / 1_000);
  if (now !== second) {
    second = now;
    refusals = new Map();
  }
  return refusals;
}

export function noteRefusal(subject: string, secondsToWait: number): void {
  const recent = ofThisSecond();
  recent.set(subject, { asked: (recent.get(subject)?.asked ?? 0) + 1, secondsToWait });
}

/** Seconds to wait, as the database has just answered; 0 if it has to be asked. */
export function knownRefusal(subject: string): number {
  const refusal = ofThisSecond().get(subject);
  return refusal && refusal.asked >= mostAsked ? refusal.secondsToWait : 0;
}
