import {
  type Detail,
  duplicateExternalId,
  insufficientScope,
  licenseRequired,
  type Problem,
  type ProblemCode,
  problem,
  validationFailed,
} from '../../platform/problem.ts';
import { errorBody } from '../answers/error-response.ts';
import { errorBodyOf } from '../answers/error-schema.ts';
import { type Described, takesIdempotencyKey } from '../described.ts';
import type { Api } from './api.ts';
import { exampleRequestId, responseHeaders } from './headers.ts';
import { type Components, type OpenApiPart, publicSchema } from './schemas.ts';

/** The failures of an operation, by status. */
export function errorResponses(described: Described, api: Api, components: Components): OpenApiPart {
  const byStatus = Map.groupBy(refusalsOf(described, api).map(exampleOf), ({ status }) => status);
  const responses = [...byStatus].map(([status, refusals]) => {
    const name = refusals.map(({ code }) => pascalCase(code)).join('Or');
    return [status, components.refer('responses', name, errorResponse(refusals, api, components))];
  });
  return Object.fromEntries(responses);
}

/** They follow from the requirements and input of the operation, apart from those that it names itself. */
function refusalsOf(described: Described, api: Api): ProblemCode[] {
  const { method, path, license, refusals = [] } = described;
  const when = (applies: unknown, ...codes: ProblemCode[]) => (applies ? codes : []);
  // Operations that need no body still read one that was sent.
  const readsBody = method !== 'GET';
  const isKept = takesIdempotencyKey(described);
  return [
    ...when(readsBody, 'malformed_json', 'payload_too_large', 'unsupported_media_type'),
    ...api.refusals(described),
    ...when(license, 'license_required'),
    ...when(path, 'not_found'),
    ...refusals,
    ...when(isKept, 'idempotency_in_progress'),
    'validation_failed',
    ...when(isKept, 'idempotency_key_reused'),
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
}

function errorResponse(refusals: Problem[], api: Api, components: Components): OpenApiPart {
  const examples = refusals.map((refusal) => [
    refusal.code,
    components.refer('examples', refusal.code, { value: errorBody(refusal, exampleRequestId) }),
  ]);
  return {
    description: refusals.map(({ code }) => `\`${code}\`: ${asMarkdown(problem(code).message)}`).join('\n\n'),
    headers: responseHeaders(refusals.flatMap(headersOf), { isKeyKnown: refusals[0]?.status !== 401 }, components),
    content: {
      'application/json': {
        schema: publicSchema(errorBodyOf(api.codes), components),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const headersOf = ({ code, headers }: Problem) => [
  ...Object.keys(headers),
  ...(code.startsWith('idempotency_') ? ['Idempotent-Replayed'] : []),
];

const numberFault: Detail = {
  field: 'tel1',
  code: 'invalid_format',
  message: 'tel1 must be an international number that starts with +, such as +819012345678.',
};

function exampleOf(code: ProblemCode): Problem {
  switch (code) {
    case 'insufficient_scope':
      return insufficientScope('customers:write');
    case 'license_required':
      return licenseRequired('open_api_advanced');
    case 'duplicate_external_id':
      return duplicateExternalId({ customer_id: 42 });
    case 'validation_failed':
      return validationFailed([numberFault]);
    case 'rate_limited':
      return problem(code, { headers: { 'retry-after': '7' } });
    default:
      return problem(code);
  }
}

/** Messages are plain text; in Markdown `<key>` would be taken for HTML. */
export const asMarkdown = (message: string) => message.replaceAll('<', '&lt;');

const pascalCase = (code: string) => code.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());
