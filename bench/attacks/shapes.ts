import type { ProjectId } from '../../server/src/platform/ids.ts';

// Bodies that cost a server far more than they cost their sender. Each is as large as the operation accepts.

export type Attack = { name: string; path: string; body: (projectId: ProjectId) => string };

const MiB = 1024 * 1024;
const api = '/api/v1';

/** As many members or items as fit into so many bytes. */
function filled(bytes: number, item: (i: number) => string): string {
  const items: string[] = [];
  for (let length = 0, i = 0; ; i++) {
    const next = item(i);
    length += next.length + 1;
    if (length > bytes) return items.join();
    items.push(next);
  }
}

const keys = (bytes: number) => `{${filled(bytes, (i) => `"k${i}":0`)}}`;
const customer = (projectId: ProjectId, customFields: string) =>
  `{"project_id":${projectId},"name":"a","custom_fields":${customFields}}`;
const largestText = MiB - 100;

/** The four that once stalled a node for all tenants. */
export const attacks: Attack[] = [
  { name: 'POST /admin/v1/session, 92,000 keys', path: '/admin/v1/session', body: () => keys(largestText) },
  {
    name: 'bulk, custom_fields of 350,000 keys',
    path: `${api}/customers/bulk`,
    body: (projectId) => `{"customers":[${customer(projectId, keys(4 * largestText))}]}`,
  },
  {
    name: 'bulk, 500 items of 60 unknown names',
    path: `${api}/customers/bulk`,
    body: () => {
      const item = (i: number) => `{${Array.from({ length: 60 }, (_, j) => `"${'n'.repeat(54)}${i}-${j}":0`).join()}}`;
      return `{"customers":[${Array.from({ length: 500 }, (_, i) => item(i)).join()}]}`;
    },
  },
  { name: 'POST /customers, 92,000 keys', path: `${api}/customers`, body: () => keys(largestText) },
];

const inFields = (name: string, customFields: string): Attack => ({
  name,
  path: `${api}/customers`,
  body: (projectId) => customer(projectId, customFields),
});

/** Further bodies that may take long in a parser, a validator or the search for a nearest name. */
export const shapes: Attack[] = [
  ...attacks,
  { name: 'POST /calls/initiate, 92,000 keys', path: `${api}/calls/initiate`, body: () => keys(largestText) },
  inFields('objects, each with a key of its own', `{"a":[${filled(largestText, (i) => `{"k${i}":1}`)}]}`),
  inFields('empty objects', `{"a":[${filled(largestText, () => '{}')}]}`),
  inFields('numbers', `{"a":[${filled(largestText, () => '0')}]}`),
  inFields('one key, over and over', `{${filled(largestText, () => '"a":0')}}`),
  inFields('keys that are numbers', `{${filled(largestText, (i) => `"${i * 7919}":0`)}}`),
  inFields('nesting', `{"a":${'['.repeat(largestText / 2)}${']'.repeat(largestText / 2)}}`),
  inFields('escapes', `{"a":"${'\\u0041'.repeat(largestText / 6)}"}`),
  inFields('digits', `{"a":${'1'.repeat(largestText)}}`),
  inFields('white space', `{${' '.repeat(largestText)}}`),
  {
    name: 'one field of 1 MiB',
    path: `${api}/customers`,
    body: (projectId) => `{"project_id":${projectId},"name":"a","email":"${'a'.repeat(largestText)}"}`,
  },
  {
    name: 'webhook, events that do not exist',
    path: `${api}/webhooks`,
    body: () => `{"url":"https://example.com/","events":[${filled(largestText, (i) => `"e${i}"`)}]}`,
  },
  {
    name: 'bulk, 500 items of 50 names that are nearly known',
    path: `${api}/customers/bulk`,
    body: () => {
      const item = (i: number) => `{${Array.from({ length: 50 }, (_, j) => `"nam${i}x${j}":0`).join()}}`;
      return `{"customers":[${Array.from({ length: 500 }, (_, i) => item(i)).join()}]}`;
    },
  },
  {
    name: 'bulk, 500 valid items of 8 KiB',
    path: `${api}/customers/bulk`,
    body: (projectId) => {
      const item = customer(projectId, keys(8_000));
      return `{"customers":[${Array.from({ length: 500 }, () => item).join()}]}`;
    },
  },
];
