/** Time as a parameter: whatever decides by the clock is given one, so that tests can set it. */
export type Clock = { now(): number };

/** Milliseconds since 1970, as this machine counts them. */
export const systemClock: Clock = { now: () => Date.now() };
