// In a layer of its own: our rules count more in whatever order the style sheets of the pages arrive.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from './api/connection.ts';
import { App } from './app.tsx';
import { preloadParts } from './parts/page/lazy-part.tsx';
import { loadFaultTexts } from './parts/problems/fault-texts.ts';
import { router } from './routes.tsx';
import { styleNonce } from './style-nonce.ts';

// The library that locks scrolling behind a dialog reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

watchConnection();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console.');
const idle = window.requestIdleCallback ?? ((then: () => void) => window.setTimeout(then, 2_000));
// What index.html shows stays until the scripts of the first page are there; the other pages are loaded after them.
const onFirstPage = router.subscribe('onResolved', () => {
  onFirstPage();
  document.querySelector('.arriving')?.remove();
  idle(() => void preloadParts([loadFaultTexts]));
});
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
