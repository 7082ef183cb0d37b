import { type Browser, chromium, type Page } from 'playwright-core';
import { createAdministrator } from '../../server/src/administrators/create-administrator.ts';
import { hashPassword } from '../../server/src/administrators/credentials/password.ts';
import { executablePath, flags, provideChromium } from '../../server/test/console/chromium.ts';
import { type Figure, medianOf, ms } from './figure.ts';
import type { Side } from './measure-reads.ts';

// The calls page of the console in a real browser, with few and with many calls in turn. It is usable when a page of calls is
// painted with the names of the staff: links, filters and buttons work from then on.

const warmUps = 2;
const rounds = 11;

type Visitor = { browser: Browser; address: string; session: string };
type Visit = { first: number; again: number; nextPage: number };

export async function measureConsole(few: Side, many: Side): Promise<Figure[]> {
  await provideChromium();
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const [fewer, more] = [await visitorOf(browser, few), await visitorOf(browser, many)];
    const visits: { few: Visit; many: Visit }[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const seen = { few: await visit(fewer), many: await visit(more) };
      if (round >= 0) visits.push(seen);
    }
    const figure = (measure: string, time: (visit: Visit) => number): Figure => {
      const [before, after] = [visits.map(({ few }) => time(few)), visits.map(({ many }) => time(many))];
      return {
        measure: `console, calls page, ${measure}`,
        against: ms(medianOf(before)),
        ours: `${ms(medianOf(after))} (at most ${ms(Math.max(...after))})`,
        ratio: Number((medianOf(after) / medianOf(before)).toFixed(2)),
        target: '<= 2.00 and < 1 s',
      };
    };
    return [
      figure('first visit', ({ first }) => first),
      figure('scripts in the cache', ({ again }) => again),
      figure('next page', ({ nextPage }) => nextPage),
    ];
  } finally {
    await browser.close();
  }
}

/** An administrator who has signed in, and returns with the cookie. */
async function visitorOf(browser: Browser, { address, database }: Side): Promise<Visitor> {
  const email = `bench-${Date.now()}@example.com`;
  const passwords = ['the first password of the bench', 'the second password of the bench'] as const;
  const passwordHash = await hashPassword(passwords[0]);
  await database.db.transaction((tx) => createAdministrator(tx, database.tenantId, { email, passwordHash }));

  const { origin } = new URL(address);
  const send = async (method: string, path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', 'x-trunkline-console': '1', cookie };
    const answer = await fetch(`${origin}/admin/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
  };
  const first = await send('POST', '/session', { email, password: passwords[0] });
  const change = { current_password: passwords[0], new_password: passwords[1] };
  return { browser, address: origin, session: await send('PUT', '/session/password', change, first) };
}

/** With a fresh browser. */
async function visit({ browser, address, session }: Visitor): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1_280, height: 900 } });
  try {
    const [name = '', value = ''] = session.split('=');
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }]);
    const page = await context.newPage();
    await page.goto('/live/calls', { waitUntil: 'commit' });
    const first = await momentOfRows(page);
    await page.goto('/live/calls?page=2', { waitUntil: 'commit' });
    const again = await momentOfRows(page);
    return { first, again, nextPage: await turnPage(page) };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the beginning of the navigation until the calls are painted. */
const momentOfRows = (page: Page) =>
  momentOf(
    page,
    "document.querySelectorAll('tbody tr').length > 10 && /Staff [0-9]/.test(document.querySelector('tbody').textContent)",
  );

async function turnPage(page: Page): Promise<number> {
  const firstCall = "document.querySelector('tbody a').href";
  const before = await page.evaluate<string>(firstCall);
  const begin = await page.evaluate<number>(
    `document.querySelector('[aria-label="Next page"]').click(), performance.now()`,
  );
  return (await momentOf(page, `${firstCall} !== '${before}'`)) - begin;
}

/** Checked at each frame, by the clock of the page, which begins with its navigation. */
const momentOf = (page: Page, condition: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (${condition} ? resolve(performance.now()) : requestAnimationFrame(look));
    look();
  })`);
