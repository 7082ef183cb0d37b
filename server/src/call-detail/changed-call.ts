import type { ChangedCallAnswer } from '../calls/state/changed-call.ts';
import { callKeyOf } from '../platform/call-ref.ts';
import { changedCall } from './call-answer.ts';
import { examples } from './examples.ts';
import { findCall } from './queries.ts';
import { ChangedCall } from './schema.ts';

export const changedCallAnswer: ChangedCallAnswer = {
  schema: ChangedCall,
  example: examples.changed,
  read: async (tx, call, caller) =>
    changedCall(await findCall.one(tx, { ...callKeyOf(call), project_ids: caller.projects }), caller),
};
