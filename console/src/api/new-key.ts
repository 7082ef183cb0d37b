/** A name that is used once. `crypto.randomUUID` does not exist on pages that were loaded without TLS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
