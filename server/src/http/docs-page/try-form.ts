import { type Html, html } from './html.ts';
import type { Placed } from './reading.ts';

/** A form that sends the request from the browser, by `page.js`. */
export function tryForm({ method, path, base, operation }: Placed): Html {
  const { parameters, requestBody } = operation;
  const fields = parameters.filter(({ name }) => name !== 'X-Request-ID');
  return html`
    <details class="try">
      <summary>Try it</summary>
      <form data-method="${method.toUpperCase()}" data-path="${base}${path}" autocomplete="off">
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
