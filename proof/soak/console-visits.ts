import { setTimeout as pause } from 'node:timers/promises';
import { period } from '../office.ts';
import { administratorPassword } from '../tenants.ts';

/** Milliseconds: a network may log in 200 times in 15 minutes, and there are two tenants. */
const everyVisit = 12_000;
const pages = () => ['/home', `/calls?${period()}&per_page=20`, '/audit-log', '/webhooks'];

/** An administrator logs in, looks at some pages and logs out, over and over. */
export async function visitConsole(
  address: string,
  email: string,
  stop: AbortSignal,
  onViolation: (text: string) => void,
): Promise<void> {
  const send = (method: string, path: string, cookie: string, body?: object) =>
    fetch(`${address}/admin/v1${path}`, {
      method,
      headers: {
        ...{ cookie, 'x-trunkline-console': '1', 'x-trunkline-mode': 'test' },
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  while (!stop.aborted) {
    const answer = await send('POST', '/session', '', { email, password: administratorPassword });
    const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const statuses = [answer.status];
    await answer.body?.cancel();
    for (const path of pages()) {
      const page = await send('GET', path, cookie);
      statuses.push(page.status);
      await page.body?.cancel();
    }
    const left = await send('DELETE', '/session', cookie);
    statuses.push(left.status);
    await left.body?.cancel();
    if (statuses.some((status) => status >= 300)) onViolation(`The console answered ${statuses.join()}`);
    await pause(everyVisit, undefined, { signal: stop }).catch(() => {});
  }
}
