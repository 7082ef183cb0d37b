import { defineConfig, type Plugin } from 'vite';

/**
 * Moves the style sheets behind what index.html shows while the console arrives: a style sheet in the head keeps the browser from
 * drawing anything. Scripts still wait for it, and the colors of the theme, which are in the root, still come after it.
 */
const stylesBeforeRoot: Plugin = {
  name: 'styles-before-root',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const styles = page.match(/^ *<link rel="stylesheet".*\n/gm) ?? [];
      const rest = styles.reduce((html, style) => html.replace(style, ''), page);
      return rest.replace('    <div id="root">', (root) => styles.join('') + root);
    },
  },
};

// biome-ignore lint/style/noDefaultExport: Vite wants one.
export default defineConfig({
  plugins: [stylesBeforeRoot],
  // The server puts a nonce of its own into each page that it answers with; see server/src/http/answers/serve-console.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Browsers of 2024 and later, which know the CSS function light-dark().
    target: ['chrome125', 'firefox126', 'safari17.5'],
    // Small files would become data: addresses, which the policy of the page does not allow.
    assetsInlineLimit: 0,
    // Modules that most pages share are in one file, which is smaller than dozens of files after compression.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', minShareCount: 24 }] } } },
    // Reports to build.ts which files the first page loads and which only later pages do.
    manifest: true,
    // The sizes that count are those of size-budget.ts.
    reportCompressedSize: false,
  },
  // For work on the console itself: `npm run dev:console` beside `npm run dev`.
  server: {
    proxy: Object.fromEntries(['/admin', '/recordings', '/health'].map((path) => [path, 'http://127.0.0.1:8080'])),
  },
});
