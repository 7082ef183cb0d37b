// Waits of callers are counted by the project and the time in which their calls arrived: see the table `call_wait_counts`.

/** The limits, in seconds, for which answered calls are counted. */
export const waitLimits = [10, 15, 20, 30, 45, 60, 90, 120] as const;
export type WaitLimit = (typeof waitLimits)[number];

export const waitSums = [
  ...(['answered', 'abandoned', 'unanswered', 'voicemail'] as const),
  ...waitLimits.map((seconds) => `within_${seconds}` as const),
  ...(['answered_ms', 'abandoned_ms'] as const),
];
