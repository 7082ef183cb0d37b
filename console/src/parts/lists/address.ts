// Values in the address of a page. People shorten and retype addresses: a value that cannot be used counts as missing.

export type Given = Record<string, unknown>;

/**
 * What a page takes from its address, for the router. The router keeps every key that a reader leaves out, unchecked, so those
 * are set to undefined, which also removes them from the address.
 */
export function readAddress<Search extends object>(given: Given, read: (given: Given) => Search): Search {
  const nothing = Object.fromEntries(Object.keys(given).map((key) => [key, undefined]));
  return { ...nothing, ...read(given) };
}

/** Leaves unset filters out: to count filters, and to compare them. */
export const onlyGiven = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<Search>;

/** The router reads values as JSON if it can, so that a text may arrive as a number. */
export function textIn(given: Given, name: string): string | undefined {
  const value = given[name];
  return value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);
}

export function wordIn<const Word extends string>(given: Given, name: string, words: readonly Word[]) {
  return words.find((word) => word === given[name]);
}

export function idIn(given: Given, name: string): string | undefined {
  const text = textIn(given, name);
  return text && /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? text : undefined;
}

/** The number of a page after the first one. */
export function pageIn(given: Given): number | undefined {
  const page = Math.floor(Number(given.page));
  return page > 1 && Number.isSafeInteger(page) ? page : undefined;
}

export function dayIn(given: Given, name: string): string | undefined {
  const text = textIn(given, name);
  return text && isDay(text) ? text : undefined;
}

/** Whether the calendar has the day. */
function isDay(text: string): boolean {
  const moment = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

export function zoneIn(given: Given, name: string): string | undefined {
  const text = textIn(given, name);
  return text && isZone(text) ? text : undefined;
}

/** Browsers also take offsets, such as +09:00, which the server does not. */
function isZone(timeZone: string): boolean {
  if (!/^[a-z]/i.test(timeZone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
