import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { atEnd } from '../../test/at-end.ts';
import { client, startTestApp } from '../../test/test-app.ts';
import { createLog } from '../platform/log.ts';
import { guidePage } from './docs-page/guides/guide-page.ts';
import { docsFolder, guideImages, guideNames } from './docs-page/guides/guides.ts';
import { linkedFiles } from './docs-page/guides/linked-files.ts';
import { markdown } from './docs-page/markdown.ts';
import { docsPage } from './docs-page.ts';
import { newServer } from './new-server.ts';

const app = await startTestApp();
const read = async (path: string) => (await fetch(app.address + path)).text();
const page = await read('/docs');
const { paths, webhooks } = (await client(app).get('/openapi.json')).body as {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const guidePaths = guideNames.map((name) => `/docs/guides/${name}`);
const textPathOf = (operationId: string) => `/docs/operations/${operationId}.md`;
const operationTexts = operations.map(({ operationId }) => textPathOf(operationId));

/** The text that a reader sees in a piece of HTML. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
    );

const sectionOf = (id: string) => page.split(`<section class="operation" id="${id}">`)[1]?.split('</section>')[0] ?? '';

test('every operation is in the page, in the contents and with a sample in each language', () => {
  assert.ok(operations.length > 20);
  for (const { operationId, summary } of operations) {
    assert.ok(page.includes(`<a href="#${operationId}"><b`), operationId);
    const section = sectionOf(operationId);
    assert.ok(section.includes(summary), operationId);
    const languages = [...section.matchAll(/data-language="(\w+)"/g)].map(([, language]) => language);
    assert.deepEqual(languages, ['curl', 'TypeScript', 'Python'], operationId);
  }
});

test('every event is in the page with its payload, and in the contents', () => {
  assert.ok(Object.keys(webhooks).length >= 8);
  for (const [name, { post }] of Object.entries(webhooks)) {
    assert.ok(page.includes(`<li><a href="#event-${name}">`), name);
    const text = textOf(sectionOf(`event-${name}`));
    assert.ok(text.includes(JSON.stringify(post.requestBody.content['application/json'].example, null, 2)), name);
  }
  const verifying = textOf(sectionOf('receiving-events'));
  for (const part of ['X-Service-Signature', 'timingSafeEqual', 'compare_digest'])
    assert.ok(verifying.includes(part), part);
});

test('the pages load everything from this server, and nothing that the policy forbids', async () => {
  const loaded = new Set(await loadedByAssets());
  for (const path of ['/docs', ...guidePaths]) {
    const answer = await fetch(app.address + path);
    assert.equal(answer.status, 200, path);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/);
    const content = await answer.text();
    assert.doesNotMatch(content, /<style|<script(?![^>]* src=)|\sstyle="|\son\w+="|javascript:/i);
    const loads = [...content.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)];
    assert.ok(loads.length >= 4, path);
    for (const [, url = ''] of loads) loaded.add(url);
  }
  for (const url of loaded) {
    assert.match(url, /^\/docs\//);
    const asset = await fetch(app.address + url);
    assert.equal(asset.status, 200, url);
    assert.match(asset.headers.get('content-type') ?? '', /^(text\/css|text\/javascript|image\/svg\+xml|image\/png)/);
  }
});

async function loadedByAssets(): Promise<string[]> {
  const style = await read('/docs/page.css');
  assert.doesNotMatch(style, /@import/);
  const script = await read('/docs/page.js');
  return [
    ...[...style.matchAll(/url\("?([^")]*)/g)].map(([, url = '']) => url),
    ...[...script.matchAll(/from '\.\/(.*)'/g)].map(([, name]) => `/docs/${name}`),
  ];
}

test('every link within the documentation leads to a place in it', async () => {
  const pages = new Map([['/docs', page]]);
  for (const path of guidePaths) pages.set(path, await read(path));
  for (const path of operationTexts) pages.set(path, await read(path));
  const idsOf = (content: string) => [...content.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  for (const [path, content] of pages) {
    assert.equal(new Set(idsOf(content)).size, idsOf(content).length, `${path} has an id twice`);
    const links = [...content.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, app.address + path),
    );
    for (const { origin, pathname, hash, href } of links) {
      const target = pages.get(pathname);
      if (origin !== app.address) continue;
      if (pathname.startsWith('/docs')) assert.ok(target !== undefined, `${path}: ${href}`);
      if (target !== undefined && hash !== '')
        assert.ok(idsOf(target).includes(decodeURIComponent(hash.slice(1))), `${path}: ${href}`);
    }
  }
});

test('every guide and every operation is there as Markdown, and so are their pictures', async () => {
  let pictures = 0;
  for (const name of guideNames) {
    const answer = await fetch(`${app.address}/docs/${name}.md`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/markdown; charset=utf-8'], name);
    const source = readFileSync(join(docsFolder, `${name}.md`), 'utf8');
    assert.equal(await answer.text(), source);
    for (const [, picture = ''] of source.matchAll(/!\[[^\]]*\]\(([^)]+\.(?:png|svg))\)/g)) {
      const { status, headers } = await fetch(new URL(picture, answer.url));
      assert.deepEqual(
        [status, headers.get('content-type')],
        [200, picture.endsWith('.svg') ? 'image/svg+xml' : 'image/png'],
        `${name}: ${picture}`,
      );
      pictures += 1;
    }
  }
  assert.ok(pictures > 0);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, summary }] of Object.entries(methods)) {
      const text = await read(textPathOf(operationId));
      assert.ok(
        text.startsWith(`# ${summary}\n\n\`${method.toUpperCase()} http://127.0.0.1:8080/api/v1${path}\``),
        text,
      );
      assert.match(
        text,
        /Authorization: Bearer.*\n## Example\n\n```sh\ncurl "http.*\n## Response 20.*\n## Errors\n.*401: /s,
        operationId,
      );
      assert.doesNotMatch(text, /undefined|\[object|&quot;|<span/, operationId);
    }
  const create = await read(textPathOf('createCustomer'));
  assert.match(create, /^- `name` \(string, required, 1 to 255 characters\): /m);
  assert.match(create, /422: `validation_failed`/);
  assert.ok(sectionOf('createCustomer').includes(`data-prompt="${textPathOf('createCustomer')}"`));
});

test('/llms.txt lists everything, and /llms-full.txt contains it', async () => {
  const answer = await fetch(`${app.address}/llms.txt`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
  const index = await answer.text();
  assert.match(index, /^# Trunkline\n\n> .*\n\n.*\/mcp`/);
  const links = [...index.matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, link = '']) => link);
  const expected = [...guideNames.map((name) => `/docs/${name}.md`), ...operationTexts];
  assert.deepEqual(links.toSorted(), ['/api/v1/openapi.json', '/llms-full.txt', ...expected].sort());
  for (const link of links) assert.equal((await fetch(app.address + link)).status, 200, link);

  const full = await read('/llms-full.txt');
  for (const path of operationTexts) assert.ok(full.includes((await read(path)).trim()), path);
  for (const name of guideNames.filter((name) => !name.startsWith('ja/')))
    assert.ok(withoutTargets(full).includes(withoutTargets(await read(`/docs/${name}.md`)).trim()), name);
});

const withoutTargets = (text: string) => text.replaceAll(/\]\([^)\s]+\)/g, ']()');

/** The links of Markdown and of HTML, which show some in samples of code. */
const linksIn = (content: string, type: string) =>
  type.startsWith('text/html')
    ? [...content.matchAll(/ (?:href|src)="([^"]+)"/g)]
    : [...content.replaceAll(/^```.*?^```|`[^`\n]*`/gms, '').matchAll(/\]\(([^)\s]+)\)/g)];

test('every link of every served page, and of the pages that it leads to, leads to what the server serves', async () => {
  const sources = new Map(['/docs', '/llms.txt', '/llms-full.txt', ...guidePaths].map((path) => [path, 'the test']));
  // Paths that are added meanwhile are visited too.
  for (const [path, source] of sources) {
    const answer = await fetch(app.address + path);
    const type = answer.headers.get('content-type') ?? '';
    assert.equal(answer.status, 200, `${source}: ${path}`);
    assert.match(type, /^(text\/|application\/json|image\/)/, path);
    const content = await answer.text();
    if (!/^text\/(markdown|plain|html)/.test(type)) continue;
    for (const [, link = ''] of linksIn(content, type)) {
      const { origin, pathname } = new URL(link, app.address + path);
      if (origin === app.address && !sources.has(pathname)) sources.set(pathname, path);
    }
  }
  for (const needed of ['/README.md', '/CHANGELOG.md', '/docs/README.md', '/docs/verify-webhook/verify.py'])
    assert.ok(sources.has(needed), needed);
});

test('a packaged installation has the files that guides link to', async () => {
  const { copied }: { copied: string[] } = await import(join(docsFolder, '../scripts/stage.mjs'));
  for (const path of linkedFiles())
    assert.ok(
      copied.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    );
});

test('with a public URL, the links for programs are absolute', async () => {
  const server = await startTestApp({ PUBLIC_URL: 'https://calls.example' });
  const index = await (await fetch(`${server.address}/llms.txt`)).text();
  assert.match(index, /\(https:\/\/calls\.example\/docs\/webhooks\.md\)/);
  const text = await (await fetch(server.address + textPathOf('listCalls'))).text();
  assert.match(text, /curl "https:\/\/calls\.example\/api\/v1\/calls\?from=/);
});

test('the guides are the files of docs/', () => {
  const folders = ['', 'ja/'].filter((folder) => existsSync(join(docsFolder, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(docsFolder, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.name !== 'README.md')
      .map(({ name }) => folder + name.slice(0, -'.md'.length)),
  );
  assert.deepEqual([...guideNames].sort(), files.sort());
});

test('the contents of every page list every guide', async () => {
  for (const path of ['/docs', ...guidePaths]) {
    const content = await read(path);
    for (const guide of guidePaths) assert.ok(content.includes(`<li><a href="${guide}"`), `${path}: ${guide}`);
  }
});

test('HTML in Markdown is shown as text', () => {
  const { text } = markdown('A <b onclick="x()">word</b>\n\n<script src="https://example.com/x.js"></script>\n');
  assert.doesNotMatch(text, /<script|<b/);
  assert.match(text, /&lt;script src=/);
});

test('pictures and links of a guide lead to what the server serves; other files are named', async () => {
  const source = '# A\n\n![A call](screenshots/call.png) [B](b.md#part) [note](decisions/asterisk.md) <!-- none -->\n';
  const guide = (name: string) => {
    const path = `/docs/guides/${name}`;
    return { name, path, language: 'en' as const, title: name, source, sections: [] };
  };
  const page = guidePage(guide('a'), { guides: [guide('a'), guide('b')], images: guideImages() });
  assert.ok(page.includes('<img src="/docs/guides/screenshots/call.png" alt="A call">'));
  assert.ok(page.includes('<a href="/docs/guides/b#part">B</a> note (<code>docs/decisions/asterisk.md</code>)'));
  assert.doesNotMatch(page, /none/);
  const picture = await fetch(`${app.address}/docs/guides/screenshots/call.png`);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  const file = readFileSync(join(docsFolder, 'screenshots/call.png'));
  assert.ok(Buffer.from(await picture.arrayBuffer()).equals(file));
});

test('headings have the anchors that GitHub gives them', () => {
  const ids = [
    ...markdown('## What is sent, and when\n\n## `from` and `to`\n\n## 署名を検証する\n').text.matchAll(
      /id="([^"]+)"/g,
    ),
  ];
  assert.deepEqual(
    ids.map(([, id]) => id),
    ['what-is-sent-and-when', 'from-and-to', '署名を検証する'],
  );
});

test('the search knows every operation, event and guide', async () => {
  const entries = JSON.parse(await read('/docs/search.json')) as {
    title: string;
    place: string;
    href: string;
    text: string;
  }[];
  const hrefs = entries.map(({ href }) => href);
  for (const { operationId } of operations) assert.ok(hrefs.includes(`/docs#${operationId}`), operationId);
  for (const name of Object.keys(webhooks)) assert.ok(hrefs.includes(`/docs#event-${name}`), name);
  for (const path of guidePaths) assert.ok(hrefs.includes(path), path);
  const create = entries.find(({ href }) => href === '/docs#createCustomer');
  assert.equal(create?.place, 'POST /api/v1/customers');
  assert.match(create?.text ?? '', /company_name/);
});

/** The bytes of the reference page as they are sent; `fetch` would decompress them. */
async function received(headers: Record<string, string>) {
  const [answer] = (await once(get(`${app.address}/docs`, { headers }), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

test('the page is sent compressed to clients that accept it, each form with its own tag', async () => {
  const plain = await received({});
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'accept-encoding');
  const brotli = await received({ 'accept-encoding': 'gzip, deflate, br, zstd' });
  const gzip = await received({ 'accept-encoding': 'br;q=0, gzip' });
  assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip']);
  assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  assert.ok(brotli.bytes.length < plain.bytes.length / 10, `${brotli.bytes.length} of ${plain.bytes.length}`);

  const tags = [plain, brotli, gzip].map(({ headers }) => `${headers.etag}`);
  assert.equal(new Set(tags).size, 3);
  const again = await received({ 'accept-encoding': 'br', 'if-none-match': `${tags[1]}` });
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
  assert.equal((await received({ 'accept-encoding': 'br', 'if-none-match': `${tags[2]}` })).status, 200);
});

test('the pages have the icon and the colors of the console', async () => {
  const source = (path: string) => readFileSync(join(docsFolder, '../console/src', path), 'utf8');
  assert.equal(await read('/docs/icon.svg'), source('shell/icon.svg'));
  const style = await read('/docs/page.css');
  for (const name of ['line', 'ground', 'surface']) {
    const [declared] = source('main.css').match(new RegExp(`--console-${name}: .*;`)) ?? [];
    assert.ok(declared && style.includes(declared), name);
  }
  const colors = [...style.matchAll(/--(?:dimmed|link|filled): light-dark\((#\w+), (#\w+)\)/g)].flatMap(([, a, b]) => [
    a,
    b,
  ]);
  assert.equal(colors.length, 6);
  for (const color of colors) assert.ok(source('theme.ts').includes(`'${color}'`), `${color}`);
});

test('the root and /docs/ lead to the reference page, /docs/guides to the first guide', async () => {
  const leads = { '/': '/docs', '/docs/': '/docs', '/docs/guides': guidePaths[0] };
  for (const [path, target] of Object.entries(leads)) {
    const answer = await fetch(app.address + path, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, target], path);
  }
  assert.equal((await fetch(`${app.address}/docs/guides/nothing`)).status, 404);
});

test('a guide or picture whose file is missing is a 404, and the other pages are served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-docs-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['first-call.md', 'webhooks.md', 'screenshots/call.png'])
    cpSync(join(docsFolder, name), join(folder, name), { recursive: true });
  const patience = { headersMs: 15_000, requestMs: 30_000 };
  const server = newServer({ log: createLog('silent'), trustedProxies: [], patience });
  docsPage(server, { operations: [], sent: [], publicUrl: '', folder });
  // Gone after the start, as when another version is checked out.
  for (const name of ['webhooks.md', 'screenshots/call.png']) rmSync(join(folder, name));
  const statusOf = async (url: string) => (await server.inject(url)).statusCode;
  assert.equal(await statusOf('/docs/guides/webhooks'), 404);
  assert.equal(await statusOf('/docs/guides/screenshots/call.png'), 404);
  assert.equal(await statusOf('/docs/guides/first-call'), 200);
  assert.equal(await statusOf('/docs'), 200);
});
