/** Where an Asterisk is driven from. */
export type AriAccount = {
  /** Such as http://127.0.0.1:8088/ari. */
  url: string;
  user: string;
  password: string;
};

/** Reads `http://user:password@127.0.0.1:8088/ari`. */
export function readAriAccount(text: string): AriAccount | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password } = new URL(text);
  if (username === '' || password === '') return undefined;
  const path = pathname.replace(/\/+$/, '');
  return {
    url: `${protocol}//${host}${path}`,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
