/** A name that is used once. `crypto.randomUUID` is not there on pages that came without TLS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
