export { type Client, createClient, type ImportOptions } from './client.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorDetail,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  TrunklineError,
  ValidationError,
} from './errors.ts';
export { collect, inBatches, type List, type Page } from './list.ts';
export type { InexactField, Merged, MergedLabel, MergedSummary, MergedUser } from './merge-reports.ts';
export type { Schemas, TrunklineEvent } from './operation-types.ts';
export type { StreamOptions, StreamQuery } from './stream-events.ts';
export type { Attempt, ClientOptions, RequestOptions } from './transport.ts';
export { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './verify-webhook.ts';
