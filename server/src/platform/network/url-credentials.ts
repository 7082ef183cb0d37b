/** The user and the password of a URL; undefined where one is missing or cannot be read. */
export function urlCredentials({ username, password }: URL): { user: string; password: string } | undefined {
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined; // A percent sign that stands for itself has to be written as %25.
  }
}
