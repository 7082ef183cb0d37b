import type { WebhookRow } from './queries.ts';

/** A webhook as the API shows it. */
export function webhookAnswer(webhook: WebhookRow) {
  const { webhook_id, label, url, events, project_ids, call_statuses } = webhook;
  const { is_enabled, disabled_reason, created_at, updated_at } = webhook;
  const filters = { ...(project_ids && { project_ids }), ...(call_statuses && { call_status: call_statuses }) };
  return { webhook_id, label, url, events, filters, is_enabled, disabled_reason, created_at, updated_at };
}
