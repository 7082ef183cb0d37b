import type { paths } from './schema.d.ts';
import type { Page } from './types.ts';

// The inputs and answers of the API, by method and path. An answer has the type that the API document gives it: reading calls
// from `/customers` does not compile.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Path = keyof paths;

type Nothing = Record<never, never>;

/** Paths that have this method. */
export type PathWith<M extends Method> = {
  [P in Path]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[Path];

type Operation<M extends Method, P extends PathWith<M>> = paths[P][Lowercase<M>];

/** The answer of a successful request; undefined for 204. */
export type Answer<M extends Method, P extends PathWith<M>> = Answers<M>[P];
type Answers<M extends Method> = {
  [P in PathWith<M>]: Operation<M, P> extends { responses: infer Responses }
    ? JsonIn<Responses[keyof Responses]>
    : undefined;
};
type JsonIn<T> = T extends { content: { 'application/json': infer Json } } ? Json : undefined;

/** The parts of a request besides its path: the values for `{callId}` and the like, the query, and the body. */
export type Asked<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { parameters: { path?: infer Params; query?: infer Query }; requestBody?: infer Body }
    ? Part<'params', Written<Params>> & Part<'query', Optional<Written<Query>>> & Part<'body', JsonIn<Body>>
    : never;

/** Optional if nothing in it is required. */
type Part<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : Nothing extends T
    ? { [N in Name]?: T | undefined }
    : { [N in Name]: T };

/** Addresses are text, so a number in one may be given as a string. */
type Written<T> = { [K in keyof T]: T[K] extends number | undefined ? T[K] | string : T[K] };

/** Undefined values are left out of a query. */
type Optional<T> = { [K in keyof T]: T[K] | undefined };

/** `Asked` and further parameters, as arguments of a function: all are optional if nothing is required. */
export type Asking<M extends Method, P extends PathWith<M>, Rest extends unknown[] = []> =
  Nothing extends Asked<M, P> ? [asked?: Asked<M, P>, ...rest: Rest] : [asked: Asked<M, P>, ...rest: Rest];

/** Paths of lists, which are read page by page, and the lists that need no other input. */
export type ListPath = keyof Items;
export type PlainList = { [P in ListPath]: Nothing extends Asked<'GET', P> ? P : never }[ListPath];

export type Item<P extends ListPath> = Items[P];
type Items = {
  [P in PathWith<'GET'> as Answer<'GET', P> extends Page<unknown> ? P : never]: Answer<'GET', P> extends Page<infer T>
    ? T
    : never;
};
