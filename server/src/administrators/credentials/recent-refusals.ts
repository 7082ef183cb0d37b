// A node that is flooded with log-ins repeats what the database has said of their place, without asking it each time. It does so
// for the rest of a second at most: after that the database is asked again, so that who may begin anew is let in at once.

/** So many refusals of one place or person in a second come from the database. People make fewer, and a flood costs it little. */
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

/** How many seconds there are to wait, as the database has just said; 0 where it has to be asked. */
export function knownRefusal(subject: string): number {
  const refusal = ofThisSecond().get(subject);
  return refusal && refusal.asked >= mostAsked ? refusal.secondsToWait : 0;
}
