/** The data of a call about its recording. */
export type Recording = {
  /** `deleted` after its retention time, or by a request. */
  status: 'ready' | 'deleted';
  duration_seconds: number;
  size_bytes: number;
  channels: number;
  /** The silent parts, in seconds from the start. Missing if there are none. */
  pauses?: { start_seconds: number; end_seconds: number }[];
};

export const formats = ['wav', 'mp3'] as const;
export type Format = (typeof formats)[number];
