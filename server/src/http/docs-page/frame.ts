import { type Html, html } from './html.ts';

type Framed = { title: string; language: string; navigation: Html; content: Html };

/**
 * The frame that the reference and the guides share. On a narrow screen the contents are a popover, which the browser opens
 * without a script.
 */
export function framed({ title, language, navigation, content }: Framed): string {
  const page = html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/docs/icon.svg">
    <link rel="stylesheet" href="/docs/page.css">
    <script type="module" src="/docs/page.js"></script>
  </head>
  <body>
    <a class="skip" href="#content" lang="en">Skip to the text</a>
    <header class="bar" lang="en">
      <a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="26" height="26"> Trunkline <span>Docs</span></a>
      <search class="scripted">
        <input type="search" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/"
          autocomplete="off" spellcheck="false">
        <div class="results" hidden><p class="count" role="status"></p><ul></ul></div>
      </search>
      <a class="to-console" href="/">Console</a>
      <button class="plain contents-button" popovertarget="contents">Contents</button>
    </header>
    <nav id="contents" popover aria-label="Contents" lang="en">${navigation}</nav>
    <main id="content" tabindex="-1">${content}
    </main>
  </body>
</html>
`;
  return page.text;
}
