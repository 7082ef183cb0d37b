import { type Scope, scopes } from '../../platform/caller.ts';
import { problemCodes } from '../../platform/problem.ts';
import type { Api } from './api.ts';
import { errorTable, introductionOf, table } from './introduction.ts';

// The API for programs, which authenticate with keys.

const scopeMeanings: Record<Scope, string> = {
  'customers:read': 'list and read customers',
  'customers:write': 'create and change customers',
  'calls:initiate': 'place and end calls',
  'calls:read': 'list and read calls, with transcription, summary and voice analysis',
  'reports:read': 'read statistics (with the licence `open_api_advanced`)',
  'webhooks:manage': 'manage webhooks (with the licence `open_api_advanced`)',
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key, \`tl_test_...\` or \`tl_live_...\`, with the scopes that the operation needs:\n\n${scopes
      .map((scope) => `- \`${scope}\`: ${scopeMeanings[scope]}`)
      .join('\n')}`,
  },
};

const scopeTable = () =>
  table(
    ['Scope', 'A key with it may'],
    scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope]]),
  );

export const openApi: Api = {
  basePath: '/api/v1',
  title: 'Trunkline API',
  summary: 'Telephony and customer contact for many tenants',
  introduction: () => introductionOf('introduction.md', { scopes: scopeTable(), errors: errorTable(problemCodes) }),
  securitySchemes,
  codes: problemCodes,
  // For schemes other than OAuth, OpenAPI 3.1 lists the required roles here.
  admission: ({ scope }) => ({ security: [{ apiKey: [scope] }], 'x-required-scope': scope }),
  needs: ({ scope }) => `the scope \`${scope}\``,
  parameters: () => [],
  refusals: () => ['missing_api_key', 'invalid_api_key', 'ip_not_allowed', 'insufficient_scope'],
};
