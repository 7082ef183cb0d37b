import { type Scope, scopes } from '../../platform/caller.ts';
import { openFaultCodes } from '../../platform/fault-codes.ts';
import { problemCodes } from '../../platform/problem.ts';
import type { Api } from './api.ts';
import { errorTable, faultTable, introductionOf, table } from './introduction.ts';

// The API for programs, which authenticate with keys.

const scopeMeanings: Record<Scope, string> = {
  'customers:read': 'List and read customers and blocked numbers',
  'customers:write': 'Create, update and delete customers, and block and unblock numbers',
  'calls:initiate':
    'Start, hold, resume and hang up calls, annotate them, pause, resume and delete recordings, and analyze calls again',
  'calls:read': 'List and read calls, with recording, transcription, summary and voice analysis',
  'reports:read': 'Read statistics (also requires the `open_api_advanced` license)',
  'webhooks:manage':
    'Manage webhooks, read and repeat their deliveries, and stream events (also requires the `open_api_advanced` license)',
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key, \`tl_test_...\` or \`tl_live_...\`, sent as \`Authorization: Bearer <key>\`. It must have the scope that the operation requires:\n\n${scopes
      .map((scope) => `- \`${scope}\`: ${scopeMeanings[scope]}`)
      .join('\n')}`,
  },
};

const scopeTable = () =>
  table(
    ['Scope', 'Permits'],
    scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope]]),
  );

export const openApi: Api = {
  basePath: '/api/v1',
  title: 'Trunkline API',
  summary: 'Manage customers, start calls, read call history and statistics, and receive events',
  introduction: () =>
    introductionOf('introduction.md', {
      scopes: scopeTable(),
      errors: errorTable(problemCodes),
      faults: faultTable(openFaultCodes),
    }),
  securitySchemes,
  codes: problemCodes,
  // For schemes other than OAuth, OpenAPI 3.1 lists the required roles here.
  admission: ({ scope }) =>
    scope === 'any' ? { security: [{ apiKey: [] }] } : { security: [{ apiKey: [scope] }], 'x-required-scope': scope },
  needs: ({ scope }) => (scope === 'any' ? 'any valid key' : `the \`${scope}\` scope`),
  parameters: () => [],
  refusals: ({ scope }) => [
    ...(['missing_api_key', 'invalid_api_key', 'ip_not_allowed'] as const),
    ...(scope === 'any' ? [] : (['insufficient_scope'] as const)),
  ],
};
