import { STATUS_CODES } from 'node:http';
import { mediaOf, type Response } from '../../openapi/reading.ts';
import { type Html, html, json, panel } from '../html.ts';
import { markdown } from '../markdown.ts';
import { objectFields } from './fields.ts';

/** One possible response of an operation, closed until the reader opens it. */
export function responseDetails(status: string, response: Response): Html {
  const { description, headers } = response;
  const { schema = {}, examples = {} } = mediaOf(response)?.media ?? {};
  const codes = Object.keys(examples).map((code) => html` <code>${code}</code>`);
  const detailed = Object.values(examples).filter(({ value }) => hasDetails(value));
  return html`
    <details class="response">
      <summary>${statusBadge(status)} ${isSuccess(status) ? description : codes}</summary>
      ${isSuccess(status) ? objectFields(schema) : markdown(description)}
      ${detailed.map(({ value }) => panel(undefined, json(value)))}
      <p class="rules">Headers: ${Object.keys(headers).join(', ')}</p>
    </details>`;
}

/** All errors have the same body, which the introduction shows. An example teaches more only if it has details. */
const hasDetails = (body: unknown) =>
  (body as { error?: { details?: unknown[] } } | undefined)?.error?.details?.length !== 0;

export const isSuccess = (status: string) => status < '300';

export const statusBadge = (status: string) =>
  html`<span class="status ${isSuccess(status) ? 'good' : 'bad'}" title="${STATUS_CODES[status]}">${status}</span>`;
