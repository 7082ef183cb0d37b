import { explainError } from '../../terminal/explain-error.ts';

/** The result of a check. A failure keeps Trunkline from working, a warning may. */
export type Finding = { check: string; status: 'ok' | 'warn' | 'fail'; message: string };

/** An error that prevents a check is a finding too. */
export async function findOrFail(check: string, work: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [failure(check, error)];
  }
}

export function failure(check: string, error: unknown): Finding {
  return { check, status: 'fail', message: explainError(error).replaceAll('\n', ' ') };
}
