/** What the page's policy admits style elements by; Vite leaves a place for it in index.html, and the server fills it. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
