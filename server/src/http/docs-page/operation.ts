import { STATUS_CODES } from 'node:http';
import { curlSample } from './curl-sample.ts';
import { fieldList, objectFields } from './fields.ts';
import { type Html, html, json, markdown } from './html.ts';
import { mediaOf, type Parameter, type Placed, type Response } from './reading.ts';
import { tryForm } from './try-form.ts';

/** The description, input and answers of an operation, next to examples and a form to try it. */
export function operationSection(placed: Placed): Html {
  const { method, path, base, operation } = placed;
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return html`
    <section class="operation" id="${operationId}">
      <div class="told">
        <h3><a href="#${operationId}">${summary}</a></h3>
        <p class="address">${methodBadge(method)} <code>${base}${path}</code></p>
        ${markdown(description)}
        ${parameterFields('Path', 'path', parameters)}
        ${parameterFields('Query', 'query', parameters)}
        ${body && html`<h4>Body</h4>${objectFields(body.schema)}`}
        ${parameterFields('Headers', 'header', parameters)}
        <h4>Answers</h4>
        ${Object.entries(responses).map(([status, response]) => answer(status, response))}
      </div>
      <div class="shown">
        ${panel('Request', curlSample(placed))}
        ${isAllJson(responses) && tryForm(placed)}
        ${Object.entries(responses).map(
          ([status, response]) => isSuccess(status) && panel(html`Answer ${statusBadge(status)}`, exampleOf(response)),
        )}
      </div>
    </section>`;
}

export const methodBadge = (method: string) => html`<b class="method ${method}">${method}</b>`;

function parameterFields(title: string, place: string, parameters: Parameter[]): Html | false {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, description, required = false }) => ({ name, schema, description, isRequired: required }));
  return fields.length > 0 && html`<h4>${title}</h4>${fieldList(fields)}`;
}

/** The page's form waits for the end of an answer and shows it as text, so it cannot show streams and recordings. */
const isAllJson = (responses: Record<string, Response>) =>
  Object.values(responses).every((response) => mediaOf(response)?.type === 'application/json');

function exampleOf(response: Response): Html {
  const example = mediaOf(response)?.media.example;
  return typeof example === 'string' ? html`${example}` : json(example);
}

function answer(status: string, response: Response): Html {
  const { description, headers } = response;
  const { schema = {}, examples = {} } = mediaOf(response)?.media ?? {};
  const codes = Object.keys(examples).map((code) => html` <code>${code}</code>`);
  return html`
    <details class="answer">
      <summary>${statusBadge(status)} ${isSuccess(status) ? description : codes}</summary>
      ${isSuccess(status) ? objectFields(schema) : markdown(description)}
      ${Object.values(examples).map(({ value }) => panel(undefined, json(value)))}
      <p class="rules">Headers: ${Object.keys(headers).join(', ')}</p>
    </details>`;
}

const isSuccess = (status: string) => status < '300';

const statusBadge = (status: string) =>
  html`<span class="status ${isSuccess(status) ? 'good' : 'bad'}" title="${STATUS_CODES[status]}">${status}</span>`;

const panel = (title: Html | string | undefined, code: Html) =>
  html`<figure class="panel">${title && html`<figcaption>${title}</figcaption>`}<pre><code>${code}</code></pre></figure>`;
