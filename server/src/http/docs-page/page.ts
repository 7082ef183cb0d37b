import type { Part } from '../openapi/schemas.ts';
import { anchor, html, markdown } from './html.ts';
import { methodBadge, operationSection } from './operation.ts';
import { placedOperations, withoutReferences } from './reading.ts';

/** The whole reference as one page. It is readable without scripts; they only add the forms to try operations. */
export function referencePage(openApiDocument: Part): string {
  const document = withoutReferences(openApiDocument);
  const { info, tags, servers } = document;
  const base = servers[0].url;
  const operations = placedOperations(document);
  const ofTag = (name: string) => operations.filter(({ operation }) => operation.tags.includes(name));
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${info.title}</title>
    <link rel="icon" href="/docs/icon.svg">
    <link rel="stylesheet" href="/docs/page.css">
    <script type="module" src="/docs/page.js"></script>
  </head>
  <body>
    <nav aria-label="Contents">
      <a class="home" href="#top">${info.title}</a>
      <form id="key">
        <label>API key <input type="password" placeholder="tl_test_..." autocomplete="off" spellcheck="false"></label>
      </form>
      ${headings(info.description).map((heading) => html`<a href="#${anchor(heading)}">${heading}</a>`)}
      ${tags.map(
        ({ name }) =>
          html`<h2>${name}</h2>${ofTag(name).map(
            ({ method, operation }) =>
              html`<a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a>`,
          )}`,
      )}
    </nav>
    <main id="top">
      <header>
        <h1>${info.title} <small>${info.version}</small></h1>
        <p class="summary">${info.summary}. <a href="${base}/openapi.json">OpenAPI document</a></p>
      </header>
      <article>${markdown(info.description)}</article>
      ${tags.map(
        ({ name, description }) => html`<h2 id="${anchor(name)}">${name}</h2>
        ${markdown(description)}
        ${ofTag(name).map(operationSection)}`,
      )}
    </main>
  </body>
</html>
`;
  return page.text;
}

const headings = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
