import { useText } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { failureMessages } from './failure-messages.ts';
import { webhookMessages } from './messages.ts';
import type { Attempt, SentRequest } from './webhook.ts';

/** Why an attempt failed, in the language of the page. Old attempts have no code, and so no reason. */
export function FailureText({ attempt: { error, error_code, response_status } }: { attempt: Attempt }) {
  const say = useText(failureMessages);
  if (error === null) return null;
  const known = error_code !== null && error_code in failureMessages.en ? error_code : 'exchange_failed';
  return say(known as keyof typeof failureMessages.en, { status: response_status ?? '' });
}

export function ResponseBody({ attempt: { response_body } }: { attempt: Attempt }) {
  const say = useText(webhookMessages);
  return response_body && <CodeBlock label={say('response')} code={response_body} maxHeight={160} />;
}

/** The request as it was sent, byte for byte: to check a signature by hand takes exactly these bytes. */
export function RequestSent({ request: { url, headers, body } }: { request: SentRequest }) {
  const say = useText(webhookMessages);
  if (body === null) return null;
  const head = url && headers ? `${requestLines(url, headers)}\n\n` : '';
  return <CodeBlock label={say(head ? 'request' : 'requestBody')} code={`${head}${body}`} maxHeight={260} />;
}

function requestLines(url: string, headers: Record<string, string>): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...lines].join('\n');
}
