import type { components, paths, webhooks } from './schema.ts';
import type { QueryValue } from './transport.ts';

// The types of each operation, taken from the generated document.

export type Schemas = components['schemas'];

/** The body of a webhook request, and of a message of the event stream. */
export type TrunklineEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

type Methods = 'get' | 'put' | 'post' | 'delete';

/** Such as `GET /calls`. */
export type OperationName = {
  [Path in keyof paths]: {
    [Method in Methods]: paths[Path][Method] extends undefined ? never : `${Uppercase<Method>} ${Path}`;
  }[Methods];
}[keyof paths];

type Described<Name> = Name extends `${infer Method} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Method> & Methods]
  : never;

type Content<Answer, Type extends string> = Answer extends { content: { [T in Type]: infer Body } } ? Body : never;

type JsonAnswer<Name> =
  Described<Name> extends { responses: infer Answers }
    ? { [Status in keyof Answers]: Content<Answers[Status], 'application/json'> }[keyof Answers]
    : never;

export type DataOf<Name> = JsonAnswer<Name> extends { data: infer Data } ? Data : never;

export type ItemOf<Name> = JsonAnswer<Name> extends { data: (infer Item)[]; pagination: unknown } ? Item : never;

export type BodyOf<Name> =
  Described<Name> extends { requestBody: infer Body } ? Content<Body, 'application/json'> : never;

type DescribedQuery<Name> =
  Described<Name> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Parameters that are one text; others of the type string take several values, as an array or separated by commas. */
type SingleText = 'from' | 'to' | 'timezone' | 'q' | 'tel1' | 'number' | 'phone_number' | 'updated_since';

export type QueryOf<Name> = {
  [Key in keyof DescribedQuery<Name>]: string extends NonNullable<DescribedQuery<Name>[Key]>
    ? Key extends SingleText
      ? DescribedQuery<Name>[Key]
      : DescribedQuery<Name>[Key] | (QueryValue & (string | number | readonly (string | number)[]))
    : DescribedQuery<Name>[Key];
};

type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...PathNames<Rest>] : [];

type PathValues<Name> = Described<Name> extends { parameters: { path: infer Values } } ? Values : never;

type IdsOf<Names, Values> = {
  [Index in keyof Names]: Names[Index] extends keyof Values ? Values[Names[Index]] : never;
};

/** The ids of the path, in its order, such as `[number, string]`. */
export type PathIds<Name> = IdsOf<PathNames<Name>, PathValues<Name>> extends infer Ids extends unknown[] ? Ids : never;

/** The query, which may be left out if all of its parameters may. */
export type QueryArgument<Name> =
  Partial<QueryOf<Name>> extends QueryOf<Name> ? [query?: QueryOf<Name>] : [query: QueryOf<Name>];
