import { Type } from 'typebox';
import { faultCodes } from '../../platform/fault-codes.ts';
import type { ProblemCode } from '../../platform/problem.ts';

// The public shape of every error; `error-response.ts` writes it.

export const ErrorDetail = Type.Object(
  {
    field: Type.String({
      description: 'What it is about: a path into the body, a query parameter or a header.',
      examples: ['customers[3].tel1'],
    }),
    code: Type.String({
      description: `What is wrong, for programs: ${faultCodes.map((code) => `\`${code}\``).join(', ')}. Others may come.`,
      examples: ['invalid_format'],
    }),
    message: Type.String({ description: 'What is wrong and what to do about it, for people.' }),
  },
  {
    title: 'ErrorDetail',
    description: 'One fault. What else helps a program to go on, such as the id of what is in the way, stands beside.',
    additionalProperties: true,
  },
);

/** For an API that can refuse with these codes. */
export const errorBodyOf = (codes: ProblemCode[]) =>
  Type.Object(
    {
      error: Type.Object({
        code: Type.Unsafe<string>({
          type: 'string',
          enum: codes,
          description: 'Decide by this one: it never changes.',
        }),
        message: Type.String({ description: 'What happened and what to do next, for people.' }),
        details: Type.Array(ErrorDetail, {
          description:
            'Every fault at once; empty where there is nothing to add. Where there are hundreds, the last one is `more_faults`.',
        }),
        request_id: Type.String({ description: 'The same as in `X-Request-ID`.' }),
      }),
    },
    { title: 'Error', description: 'The body of every failure.' },
  );
