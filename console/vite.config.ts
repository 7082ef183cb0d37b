import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite wants one.
export default defineConfig({
  // The server puts a nonce of its own into each page that it answers with; see server/src/http/answers/serve-console.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Browsers of 2024 and later, which know the CSS function light-dark().
    target: ['chrome125', 'firefox126', 'safari17.5'],
    // Small files would become data: addresses, which the policy of the page does not allow.
    assetsInlineLimit: 0,
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
