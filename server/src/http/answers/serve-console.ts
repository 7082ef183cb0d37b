import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../../platform/error-code.ts';
import { present } from '../../platform/present.ts';
import { problem } from '../../platform/problem.ts';
import { pathOf, patternOf } from './not-found.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

type Asset = { type: string; content: Buffer; gzip: Buffer | undefined; brotli: Buffer | undefined };

/** Sends the console's page for unknown paths; undefined for a request that wants data. */
export type SendMissingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

type OpenConsole = { serve(app: FastifyInstance): void; sendMissingPage: SendMissingPage };

/**
 * Opens the console that console/build.ts builds in a folder. A first start, and one after an update, builds it beside the
 * running server, which then serves the new one.
 */
export function openConsole(folder: string): OpenConsole {
  let built = readConsole(folder);
  function latest(): Built | undefined {
    const version = versionIn(folder);
    if (version !== undefined && version !== built?.version) built = readConsole(folder) ?? built;
    return built;
  }

  return {
    serve(app) {
      const sendLatest = (request: FastifyRequest, reply: FastifyReply) => {
        const found = latest();
        if (found) return sendPage(reply, found.page);
        return wantsPage(request) ? sendWaitingPage(reply) : reply.redirect('/docs');
      };
      for (const path of new Set(['/', ...(built?.paths ?? [])])) app.get(path, sendLatest);
      app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
        const { name } = request.params;
        const asset = built?.assets.get(name) ?? latest()?.assets.get(name);
        if (!asset) throw problem('not_found', { message: 'This path does not exist. See /docs for all paths.' });
        return sendAsset(request, reply, asset);
      });
    },
    sendMissingPage(request, reply) {
      if (!wantsPage(request)) return undefined;
      const found = latest();
      if (!found) return sendWaitingPage(reply);
      // A console that was built after the start may have pages for which there is no route.
      const isPage = found.paths.some((path) => patternOf(path).test(pathOf(request.url)));
      return sendPage(reply.code(isPage ? 200 : 404), found.page);
    },
  };
}

type Built = {
  version: string;
  page: string;
  assets: Map<string, Asset>;
  /** The paths of the console's pages: every other path is a 404, for people and for programs. */
  paths: string[];
};

/** Undefined while there is no whole console, or if a build has just put another one in its place. */
function readConsole(folder: string): Built | undefined {
  const version = versionIn(folder);
  if (version === undefined) return undefined;
  const built = ifThere(
    (): Built => ({
      version,
      page: readFileSync(join(folder, 'index.html'), 'utf8'),
      assets: readAssets(join(folder, 'assets')),
      paths: JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')),
    }),
  );
  return built && isWhole(built) && versionIn(folder) === version ? built : undefined;
}

/** A power cut may have emptied a file, which browsers would keep for a year. The build beside the server replaces it. */
const isWhole = ({ page, assets }: Built) =>
  page !== '' &&
  [...assets.values()].every((asset) => [asset.content, asset.gzip, asset.brotli].every((file) => file?.length !== 0));

/** Another build of the same sources is another version. */
const versionIn = (folder: string) =>
  ifThere(() => {
    const stamp = join(folder, '.sources');
    return `${statSync(stamp).mtimeMs} ${readFileSync(stamp, 'utf8')}`;
  });

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const waitingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Trunkline</title>
<p>The console is being built, which takes less than a minute. This page then opens it.</p>
<p>The API is ready: <a href="/docs">reference</a>. If no console appears, see the output of <code>npm run build:console</code>.</p>
<p lang="ja">管理画面を準備しています。1分以内に完了し、自動的に表示されます。APIはすでに利用できます。</p>
</html>
`;

function sendWaitingPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(503).header('retry-after', '2'), waitingPage);
}

const data = /^\/(api|admin|docs|health|metrics|assets|recordings)(\/|$)/;

/** A browser that displays the answer. Paths outside the console are data, even for browsers. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '') && !data.test(pathOf(url));

/**
 * The page loads everything from this server and can connect to no other. It has no inline scripts. Mantine adds a few style
 * elements at run time (theme colors, styles that depend on the width of the window), which the nonce admits; hashes would have
 * to be known in advance, and 'unsafe-inline' would admit injected styles too.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ...['img-src', 'font-src', 'connect-src', 'media-src', 'manifest-src'].map((kind) => `${kind} 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors', 'object-src'].map((kind) => `${kind} 'none'`),
  ].join('; ');

/** Never cached: the nonce is valid for one answer, and the page names the assets of this version. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}

/** The name of an asset contains a hash of its content, so browsers may cache it forever. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, { type, content, gzip, brotli }: Asset): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type);
  if (brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
  if (gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(content);
}

/** All assets easily fit into memory, and this way no name in a request ever becomes a file path. */
function readAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder));
  const read = (name: string) => readFileSync(join(folder, name));
  const readIfThere = (name: string) => (names.has(name) ? read(name) : undefined);
  const originals = [...names].filter((name) => types[extname(name)]);
  return new Map(
    originals.map((name) => [
      name,
      {
        type: present(types[extname(name)]),
        content: read(name),
        gzip: readIfThere(`${name}.gz`),
        brotli: readIfThere(`${name}.br`),
      },
    ]),
  );
}
