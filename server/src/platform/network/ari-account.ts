import { urlCredentials } from './url-credentials.ts';

/** The address and credentials of an Asterisk's REST interface. */
export type AriAccount = {
  /** Such as http://127.0.0.1:8088/ari. */
  url: string;
  user: string;
  password: string;
};

/** Reads `http://user:password@127.0.0.1:8088/ari`. */
export function readAriAccount(text: string): AriAccount | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, host, pathname } = url;
  const credentials = urlCredentials(url);
  const path = pathname.replace(/\/+$/, '');
  return credentials && { url: `${protocol}//${host}${path}`, ...credentials };
}
