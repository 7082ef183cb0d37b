import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from './api/connection.ts';
import { App } from './app.tsx';
import { preloadParts } from './parts/page/lazy-part.tsx';
import { router } from './routes.tsx';
import { styleNonce } from './style-nonce.ts';

// The library that locks scrolling behind a dialog reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

watchConnection();
// After everything that the first page needs.
const idle = window.requestIdleCallback ?? ((then: () => void) => window.setTimeout(then, 2_000));
window.addEventListener('load', () => idle(() => void preloadParts()));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
