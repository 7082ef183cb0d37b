/** What a call tells of its recording. */
export type Recording = {
  /** `deleted` where it was kept for as long as recordings are kept. */
  status: 'ready' | 'deleted';
  duration_seconds: number;
  size_bytes: number;
  channels: number;
};

export const formats = ['wav', 'mp3'] as const;
export type Format = (typeof formats)[number];
