/** An answer as it came over the wire. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  text: string;
  /** The parsed text of JSON; undefined otherwise. */
  body: unknown;
};

export function answerOf(status: number, headers: Record<string, string>, text: string): Answer {
  const contentType = headers['content-type'] ?? '';
  const isJson = contentType.startsWith('application/json') && text !== '';
  return { status, headers, contentType, text, body: isJson ? JSON.parse(text) : undefined };
}

/** The faults that no answer may have, whichever request it is for. */
export function commonFaults({ status, headers, body, text, contentType }: Answer): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}`);
  const id = headers['x-request-id'];
  if (!id) faults.push('the answer has no X-Request-ID');
  // A repeated answer is the stored one, with the id of the first request.
  const isReplayed = headers['idempotent-replayed'] === 'true';
  // Outside of the API, a browser gets the page of the console that says that there is nothing.
  const isPage = status === 404 && contentType.startsWith('text/html');
  if (status >= 400 && !isPage && text !== '' && !isEnvelope(body, isReplayed ? undefined : id))
    faults.push('the error has not the form of errors');
  return faults;
}

function isEnvelope(body: unknown, id: string | undefined): boolean {
  const { error } = (body ?? {}) as { error?: Record<string, unknown> };
  return (
    typeof error?.code === 'string' &&
    typeof error.message === 'string' &&
    Array.isArray(error.details) &&
    (id === undefined || error.request_id === id)
  );
}
