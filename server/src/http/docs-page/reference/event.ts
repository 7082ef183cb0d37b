import type { EventRequest } from '../../openapi/reading.ts';
import { type Html, html, json, panel } from '../html.ts';
import { markdown } from '../markdown.ts';
import { samples } from '../samples/samples.ts';
import { objectFields } from './fields.ts';
import { parameterFields } from './operation.ts';

export const eventAnchor = (name: string) => `event-${name}`;

/** Programs that verify a signature, by language. */
export type Verifiers = [language: string, code: string][];

/** The headers of all events, how to verify and answer them, and every payload. */
export function eventSections(events: EventRequest[], verifiers: Verifiers, guide: string | undefined): Html {
  const [first] = events;
  if (!first) return html``;
  const { parameters, responses } = first;
  return html`
    <h2 id="events">Events</h2>
    <p>Trunkline sends these requests to your <a href="#createWebhook">webhooks</a>, and the same payloads in the
      <a href="#streamEvents">stream of events</a>. ${guide && html`The <a href="${guide}">webhooks guide</a> explains them step by step.`}</p>
    <section class="operation" id="receiving-events">
      <div class="text">
        <h3><a href="#receiving-events">Receive and verify an event</a></h3>
        <p>Verify the signature before you use a payload: anyone who knows your endpoint's address can send a request to it. Use the
          body exactly as it arrived; JSON that was parsed and written again has other bytes.</p>
        ${parameterFields('Headers', 'header', parameters)}
        <h4>Your response</h4>
        <dl class="fields">${Object.entries(responses)
          .toSorted(byStatus)
          .map(
            ([status, { description }]) => html`
          <dt><code>${status === 'default' ? 'any other' : status}</code></dt>
          <dd>${markdown(description)}</dd>`,
          )}</dl>
      </div>
      <div class="examples">${verifiers.length > 0 && samples('verify', verifiers)}</div>
    </section>
    ${events.map(eventSection)}`;
}

/** Objects have their numeric keys first; `2XX`, the usual response, comes before them. */
const byStatus = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

function eventSection({ name, description, requestBody }: EventRequest): Html {
  const { schema, example } = requestBody.content['application/json'];
  return html`
    <section class="operation" id="${eventAnchor(name)}">
      <div class="text">
        <h3><a href="#${eventAnchor(name)}"><code>${name}</code></a></h3>
        ${markdown(description)}
        <h4>Payload</h4>
        ${objectFields(schema)}
      </div>
      <div class="examples">${panel('Payload', json(example))}</div>
    </section>`;
}
