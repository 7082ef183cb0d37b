import { faultCodes } from '../../platform/fault-codes.ts';
import type { ProblemCode } from '../../platform/problem.ts';
import { Type } from '../../platform/schema-type.ts';

// The public shape of every error; `error-response.ts` writes it.

export const ErrorDetail = Type.Object(
  {
    field: Type.String({
      description: 'The invalid part of the request: a path into the body, a query parameter or a header.',
      examples: ['customers[3].tel1'],
    }),
    code: Type.String({
      description: `Machine-readable code of the fault: ${faultCodes.map((code) => `\`${code}\``).join(', ')}. The introduction explains each code. New codes may be added.`,
      examples: ['invalid_format'],
    }),
    message: Type.String({ description: 'The fault and how to correct it, for people. The wording may change.' }),
  },
  {
    title: 'ErrorDetail',
    description:
      'One fault of the request. Some codes add fields that help a program to continue, such as `customer_id` of the existing record or `nearest` for the likely intended name.',
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
          description: 'Machine-readable code of the error. Branch on this field: codes never change.',
        }),
        message: Type.String({
          description: 'Explanation of the error and the next step, for people. The wording may change.',
        }),
        details: Type.Array(ErrorDetail, {
          description:
            'All faults of the request. Empty if the code says everything. If the faults do not fit into the response, the last detail has the code `more_faults` and their number.',
        }),
        request_id: Type.String({
          description: 'Same value as the `X-Request-ID` response header. Include it when you report a problem.',
        }),
      }),
    },
    { title: 'Error', description: 'Body of every error response.' },
  );
