import type { Placed } from '../../openapi/reading.ts';
import { type Html, html } from '../html.ts';

/** A form that sends the request from the browser, by `try-it.js`; without scripts it is hidden. */
export function tryForm({ method, path, base, operation }: Placed): Html {
  const { parameters, requestBody, summary } = operation;
  const fields = parameters.filter(({ name }) => name !== 'X-Request-ID');
  return html`
    <details class="try scripted">
      <summary>Try it</summary>
      <form data-method="${method.toUpperCase()}" data-path="${base}${path}" autocomplete="off" aria-label="Try it: ${summary}">
        <p class="chosen-key">
          <span class="key-state">No API key is chosen.</span>
          <button type="button" class="plain" popovertarget="key">Choose a key</button>
        </p>
        ${fields.map(
          (field) => html`
            <label>
              <span>${field.name}</span>
              <input name="${field.name}" data-in="${field.in}" placeholder="${placeholder(field.schema.default)}"
                ${field.required && 'required'}>
            </label>`,
        )}
        ${requestBody && bodyField(Object.values(requestBody.content['application/json'].examples ?? {}))}
        <button>Send</button>
        <output></output>
      </form>
    </details>`;
}

const placeholder = (fallback: unknown) => (fallback === undefined ? '' : `${fallback}`);

function bodyField(examples: { summary?: string; value: unknown }[]): Html {
  const texts = examples.map(({ value }) => JSON.stringify(value, null, 2));
  return html`
    ${
      examples.length > 1 &&
      html`<label><span>Example</span>
        <select>${examples.map(({ summary }, i) => html`<option value="${texts[i]}">${summary}</option>`)}</select>
      </label>`
    }
    <textarea rows="8" spellcheck="false" aria-label="Body">${texts[0]}</textarea>`;
}

/** The key of all forms of the page: pasted, or made by `try-it.js` for an administrator who is signed in. */
export const keyChoice = html`
    <section id="key" popover class="scripted" aria-label="API key for Try it">
      <h2>API key</h2>
      <form class="pasted">
        <label>Paste a key
          <input type="password" placeholder="tl_test_..." autocomplete="off" spellcheck="false" autofocus>
        </label>
        <p class="rules">The key stays in this tab and is sent to this server only. A live key acts on real data, and its calls
          ring real phones.</p>
      </form>
      <form class="signed-in">
        <h3>Signed in to the console?</h3>
        <p>Choose one of your tenant's keys: the page creates a <strong>test key</strong> with the same scopes that expires after
          one hour. Its calls are simulated; customers, webhooks and settings are the real ones. It appears in the list of API keys as
          “Try it”.</p>
        <button type="button" class="list">Show my keys</button>
        <label hidden>Key <select></select></label>
        <button class="use" hidden>Use a test key with these scopes</button>
      </form>
      <p role="status"></p>
      <button type="button" class="plain" popovertarget="key" popovertargetaction="hide">Close</button>
    </section>`;
