/**
 * The nonce with which the page's policy admits style elements; Vite leaves a placeholder for it in index.html, and the server
 * fills it.
 */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
