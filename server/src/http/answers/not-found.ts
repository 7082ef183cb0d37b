import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Problem, problem } from '../../platform/problem.ts';

type Known = { matches: RegExp; methods: Set<string> };

/** Returns 404 for an unknown path, 405 with `Allow` for a known path with the wrong method, and undefined for a served one. */
export function knownPaths(app: FastifyInstance): (request: FastifyRequest) => Problem | undefined {
  const paths = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { matches: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    paths.set(url, known);
  });

  return ({ url, method, is404 }) => {
    const path = pathOf(url);
    // The router would take `bulk` for an id if only another method has that path, an empty segment for an id too, and `*` for
    // `/`.
    const exact = paths.get(path);
    if (exact ? exact.methods.has(method) : !is404 && path.startsWith('/') && !path.endsWith('/')) return undefined;
    const matching = exact ? [exact] : [...paths.values()].filter(({ matches }) => matches.test(path));
    const methods = new Set(matching.flatMap((known) => [...known.methods]));
    if (methods.has(method)) return undefined;
    if (methods.size === 0)
      return problem('not_found', { message: 'This path does not exist. See /docs for all paths.' });
    const allow = [...methods].sort().join(', ');
    return problem('method_not_allowed', {
      message: `This path does not support this method. Use one of these: ${allow}.`,
      headers: { allow },
    });
  };
}

/** The path of a request target, which may be an absolute URL (RFC 9112, 3.2.2). */
export function pathOf(url: string): string {
  const [target = ''] = url.split('?', 1);
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '') || '/';
}

/** Matches the paths of a route. */
export function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part.endsWith('*') ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
