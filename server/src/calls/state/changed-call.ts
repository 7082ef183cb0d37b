import type { TSchema } from 'typebox';
import type { Tx } from '../../database/connect.ts';
import type { CallRef } from '../../platform/call-ref.ts';
import type { Caller } from '../../platform/caller.ts';

/**
 * The answer to a request that changed a call. It includes the recording and the insights, which `calls` does not know, so
 * `call-detail` implements it and the routes receive it as a parameter.
 */
export type ChangedCallAnswer = {
  schema: TSchema;
  example: object;
  read(tx: Tx, call: CallRef, caller: Caller): Promise<object>;
};
