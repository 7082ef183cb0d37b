/** A service with OpenAI's protocol, and the model to use. */
export type ModelService = {
  /** The base URL before `/audio/transcriptions` or `/chat/completions`, such as `http://127.0.0.1:8000/v1`. */
  url: string;
  model: string;
  /** Sent only to this service, and never shown. */
  key: string | undefined;
};

/** Reads `https://:key@host/v1?model=name`; the key may be left out. */
export function readModelService(text: string): ModelService | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password, searchParams, hash } = new URL(text);
  const { model, ...unknown } = Object.fromEntries(searchParams);
  if (!model || username !== '' || hash !== '' || Object.keys(unknown).length > 0) return undefined;
  try {
    const key = decodeURIComponent(password) || undefined;
    return { url: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`, model, key };
  } catch {
    return undefined; // A literal percent sign has to be written as %25.
  }
}
