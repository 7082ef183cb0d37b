import { UnreadableConfig } from '../../config.ts';
import { isReadOnly, isUnreachable } from '../../database/connect.ts';
import { codeOf } from '../../platform/error-code.ts';
import { maskText } from '../../platform/mask.ts';
import { Problem } from '../../platform/problem.ts';
import { UsageFault } from './options.ts';

const defects = [TypeError, ReferenceError, RangeError, SyntaxError];

/** The message that a person reads instead of a stack trace; a bug of ours keeps its trace. */
export function explainError(error: unknown): string {
  if (error instanceof UsageFault || error instanceof UnreadableConfig) return error.message;
  if (error instanceof Problem && error.code !== 'unavailable')
    return error.details.length > 0 ? error.details.map(({ message }) => message).join('\n') : error.message;
  // Any other message comes from a lower layer and may contain the password of DATABASE_URL.
  return maskText(explainFailure(error));
}

function explainFailure(error: unknown): string {
  if (error instanceof Problem) return unavailable(error.cause ?? error);
  if (!(error instanceof Error)) return String(error);
  // Stopping failed after something else had: the earlier error has the reason.
  if (error instanceof SuppressedError) return explainFailure(error.suppressed);
  if (isUnreachable(error)) return unavailable(error);
  if (isRefusedLogin(error)) return `The database refuses the connection: ${error.message}. Check DATABASE_URL.`;
  return (defects.some((kind) => error instanceof kind) && error.stack) || error.message;
}

function unavailable(cause: unknown): string {
  if (isReadOnly(cause))
    return (
      `The database is read-only: ${messageOf(cause)}. ` +
      'Connect to the primary, or check why default_transaction_read_only is on.'
    );
  return `The database cannot be reached: ${messageOf(cause)}. Check that PostgreSQL is running and DATABASE_URL is right.`;
}

/** A name with several addresses fails once for each of them, under an error without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL's classes 28, wrong user or password, and 3D, no such database. */
function isRefusedLogin(error: Error): boolean {
  return /^(28|3D)/.test(codeOf(error));
}
