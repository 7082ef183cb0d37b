import type { IssuedKey } from './key.ts';

/** A first request that the scopes of a new key allow. */
export function sampleRequest({ key, scopes }: Pick<IssuedKey, 'key' | 'scopes'>, origin: string, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const get = (path: string) => `curl '${origin}/api/v1${path}' \\\n  -H 'Authorization: Bearer ${key}'`;
  const call = `curl '${origin}/api/v1/calls/initiate' \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"phone_number":"+81-90-1234-5678","staff_id":1,"project_id":1}'`;
  const samples = [
    { scope: 'customers:read', label: 'tryIt', curl: get('/customers?per_page=5') },
    { scope: 'calls:read', label: 'tryCalls', curl: get(`/calls?from=${today}&to=${today}`) },
    { scope: 'reports:read', label: 'tryReports', curl: get('/reports/summary') },
    { scope: 'webhooks:manage', label: 'tryWebhooks', curl: get('/webhooks') },
    { scope: 'calls:initiate', label: 'tryCall', curl: call },
  ] as const;
  return samples.find(({ scope }) => scopes.includes(scope));
}
