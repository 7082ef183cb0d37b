/** The user and password of a URL; undefined if one is missing or cannot be decoded. */
export function urlCredentials({ username, password }: URL): { user: string; password: string } | undefined {
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined; // A literal percent sign has to be written as %25.
  }
}
