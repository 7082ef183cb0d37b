import type { TSchema } from 'typebox';
import type { Tx } from '../../database/connect.ts';
import type { CallRef } from '../../engine/engine.ts';

/**
 * How a request is answered that has changed a call. The answer tells of its recording and of what was learned from it, so
 * that routes are handed this by `call-detail`, which knows both.
 */
export type ChangedCallAnswer = {
  schema: TSchema;
  example: object;
  read(tx: Tx, call: CallRef): Promise<object>;
};
