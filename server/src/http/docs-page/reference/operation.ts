import { isAllJson, mediaOf, type Parameter, type Placed, type Response } from '../../openapi/reading.ts';
import { type Html, html, json, panel } from '../html.ts';
import { markdown } from '../markdown.ts';
import { operationTextPath } from '../plain-text/paths.ts';
import { requestSamples, type SampleSettings } from '../samples/samples.ts';
import { fieldList, objectFields } from './fields.ts';
import { isSuccess, responseDetails, statusBadge } from './responses.ts';
import { tryForm } from './try-form.ts';

/** The description, input and responses of an operation, next to samples and a form to try it. */
export function operationSection(placed: Placed, settings: SampleSettings): Html {
  const { method, path, base, operation } = placed;
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return html`
    <section class="operation" id="${operationId}">
      <div class="text">
        <h3><a href="#${operationId}">${summary}</a></h3>
        <p class="address">${methodBadge(method)} <code>${base}${path}</code></p>
        ${asPrompt(placed, settings)}
        ${markdown(description)}
        ${parameterFields('Path', 'path', parameters)}
        ${parameterFields('Query', 'query', parameters)}
        ${body && html`<h4>Body</h4>${objectFields(body.schema)}`}
        ${parameterFields('Headers', 'header', parameters)}
        <h4>Responses</h4>
        ${Object.entries(responses).map(([status, response]) => responseDetails(status, response))}
      </div>
      <div class="examples">
        ${requestSamples(placed, settings)}
        ${isAllJson(responses) && tryForm(placed)}
        ${Object.entries(responses).map(
          ([status, response]) =>
            isSuccess(status) && panel(html`Response ${statusBadge(status)}`, exampleOf(response)),
        )}
      </div>
    </section>`;
}

/** `copy.js` copies the Markdown, with the origin that the reader uses; without scripts there is the link. */
function asPrompt({ operation: { operationId } }: Placed, { origin }: SampleSettings): Html {
  const path = operationTextPath(operationId);
  return html`<p class="as-prompt">
          <button type="button" class="plain scripted" data-prompt="${path}" data-origin="${origin}">Copy as prompt</button>
          <a href="${path}">Markdown</a>
        </p>`;
}

export const methodBadge = (method: string) => html`<b class="method ${method}">${method}</b>`;

export function parameterFields(title: string, place: string, parameters: Parameter[]): Html | false {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, description, required = false }) => ({ name, schema, description, isRequired: required }));
  return fields.length > 0 && html`<h4>${title}</h4>${fieldList(fields)}`;
}

function exampleOf(response: Response): Html {
  const example = mediaOf(response)?.media.example;
  return typeof example === 'string' ? html`${example}` : json(example);
}
