import { scopesOf } from '../../platform/caller.ts';
import { faultCodes } from '../../platform/fault-codes.ts';
import { consoleProblemCodes } from '../../platform/problem.ts';
import { consolePath } from '../access/authenticate-session.ts';
import type { Described } from '../described.ts';
import type { Api } from './api.ts';
import { errorTable, faultTable, introductionOf } from './introduction.ts';
import type { OpenApiPart } from './schemas.ts';

// The API of the console, for administrators who are signed in.

const consoleHeader = {
  name: 'X-Trunkline-Console',
  in: 'header',
  required: true,
  description: 'Always `1`. Required with every request except `GET`, because a page of another origin cannot send it.',
  schema: { type: 'string', const: '1' },
};
const mode = { description: 'Selects `test` or `live` calls for this request.', schema: modeSchema() };

function modeSchema() {
  return { type: 'string', enum: ['test', 'live'], default: 'live' };
}

function parameters({ method, role }: Described): [string, OpenApiPart][] {
  const modes: [string, OpenApiPart][] = [
    ['ModeHeader', { name: 'X-Trunkline-Mode', in: 'header', ...mode }],
    ...(method === 'GET' ? [['Mode', { name: 'mode', in: 'query', ...mode }] as [string, OpenApiPart]] : []),
  ];
  return [
    ...(method === 'GET' ? [] : [['Console', consoleHeader] as [string, OpenApiPart]]),
    ...(role === 'anybody' ? [] : modes),
  ];
}

function roleOf({ role, scope }: Described): string {
  return role ?? (scope && (scope === 'any' || scopesOf('viewer').has(scope)) ? 'viewer' : 'administrator');
}

export const consoleApi: Api = {
  basePath: consolePath,
  title: "Trunkline administrators' API",
  summary: 'The API behind the console, for administrators who are signed in',
  introduction: () =>
    introductionOf('console-introduction.md', {
      errors: errorTable(consoleProblemCodes),
      faults: faultTable(faultCodes.filter((code) => code !== 'missing_scope')), // People have roles, not scopes.
    }),
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'trunkline_session',
      description:
        'Session cookie, set by `POST /session`. Scripts cannot read it. Over HTTPS its name is `__Host-trunkline_session`.',
    },
  },
  codes: consoleProblemCodes,
  admission: (described) => ({
    security: described.role === 'anybody' ? [] : [{ session: [roleOf(described)] }],
    'x-required-role': roleOf(described),
    'x-open-to-supervisors': described.role === 'anybody' || described.isForSupervisors === true,
  }),
  needs: (described) => {
    if (described.role === 'anybody') return 'no session';
    const supervisor = described.isForSupervisors ? ' or `supervisor`' : '';
    return `the \`${roleOf(described)}\`${supervisor} role`;
  },
  parameters,
  refusals: (described) => {
    if (described.role === 'anybody') return ['cross_site_request'];
    const due = described.allowsOldPassword ? [] : (['password_change_required'] as const);
    const kept = described.changesTelephony ? (['telephony_by_operator'] as const) : [];
    return ['not_signed_in', 'cross_site_request', ...due, 'insufficient_role', ...kept];
  },
};
