import type { Placed } from '../../openapi/reading.ts';
import { type Html, html } from '../html.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { sampleRequest } from './sample-request.ts';
import { typescriptSample } from './typescript.ts';

export type SampleSettings = {
  /** The address of this server; `page.js` replaces it with the one that the reader uses. */
  origin: string;
  /** The day for parameters that take one. */
  today: string;
};

/** The request of an operation in each language. */
export function requestSamples(placed: Placed, { origin, today }: SampleSettings): Html {
  const request = sampleRequest(placed, today);
  const server = html`<span class="origin">${origin}</span>`;
  return samples(placed.operation.operationId, [
    ['curl', curlSample(request, server)],
    ['TypeScript', typescriptSample(request, server)],
    ['Python', pythonSample(request, server)],
  ]);
}

/** Code in several languages, of which one is open. The browser closes the others by their common name, without a script. */
export const samples = (name: string, codes: [language: string, code: Html | string][]) =>
  html`<div class="samples">${codes.map(
    ([language, code], i) => html`
      <details name="sample-${name}" data-language="${language}" ${i === 0 && 'open'}>
        <summary>${language}</summary>
        <pre><code>${code}</code></pre>
      </details>`,
  )}</div>`;
