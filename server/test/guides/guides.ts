// The pages that readers follow on one installation, in the order of docs/README.md. Each also works on a new installation.

export const shortGuides = [
  'README.md',
  'docs/first-call.md',
  'docs/test-mode.md',
  'docs/webhooks.md',
  'docs/customers.md',
  'docs/reports.md',
  'docs/sdk.md',
  'docs/assistants.md',
  'docs/console.md',
  'docs/going-live.md',
  'docs/recordings.md',
  'docs/erasure.md',
  'docs/operating.md',
  'docs/security.md',
  'docs/upgrading.md',
];

/** Their commands take minutes, such as the first transcript, for which a model is downloaded. */
export const longGuides = ['docs/insights.md'];

/** Each shows the same blocks as its original. */
export const translations = [
  ['docs/ja/first-call.md', 'docs/first-call.md'],
  ['docs/ja/webhooks.md', 'docs/webhooks.md'],
] as const;
