import type { InColumn } from '../platform/ids.ts';

// One statement, one name. A statement declares its parameters and result columns, so that callers are typed, PostgreSQL
// prepares it once per connection, and a test can let PostgreSQL describe every statement and compare.

type JsTypes = {
  bool: boolean;
  int4: number;
  int8: number;
  float8: number;
  text: string;
  uuid: string;
  bytea: Buffer;
  json: unknown;
  jsonb: unknown;
  timestamptz: Date;
  'bool[]': boolean[];
  'uuid[]': string[];
  'int4[]': number[];
  'int8[]': number[];
  'text[]': string[];
  'timestamptz[]': Date[];
};
type TypeName = keyof JsTypes;
/** The name of a PostgreSQL type; a question mark means that the value may be null. */
type ColumnType = TypeName | `${TypeName}?`;
export type Columns = Record<string, ColumnType>;
type Value<T extends ColumnType> = T extends { readonly [meaning]: infer Meant }
  ? Meant
  : T extends `${infer Name extends TypeName}?`
    ? JsTypes[Name] | null
    : T extends TypeName
      ? JsTypes[T]
      : never;

declare const meaning: unique symbol;
type As<T> = ColumnType & { readonly [meaning]: T };

/** A column with fewer values than its type allows: `status: as<CallStatus>('text')`. Only our own code writes such columns. */
export function as<T extends string>(type: 'text' | 'uuid'): As<T>;
export function as<T extends string>(type: 'text?'): As<T | null>;
export function as<T extends string>(type: 'text[]'): As<T[]>;
export function as<T extends number>(type: 'int8'): As<T>;
export function as<T extends number>(type: 'int8?'): As<T | null>;
export function as<T extends number>(type: 'int8[]'): As<T[]>;
export function as<T>(type: 'json' | 'jsonb'): As<T>;
export function as<T>(type: 'json?' | 'jsonb?'): As<T | null>;
export function as(type: ColumnType) {
  return type;
}
/** Columns of ids are typed by their names; see `platform/ids.ts`. */
export type Row<C extends Columns> = { -readonly [K in keyof C]: InColumn<K, Value<C[K]>> };

const names = (columns: Columns) => Object.keys(columns);

/** `a, b`, or with an alias: `c.a, c.b`. */
export const columnList = (columns: Columns, alias?: string) =>
  names(columns)
    .map((name) => (alias ? `${alias}.${name}` : name))
    .join(', ');

/** The parameters of the same names: `:a, :b`. */
export const parameterList = (columns: Columns) =>
  names(columns)
    .map((name) => `:${name}`)
    .join(', ');

/** `a = :a, b = :b`, or from the row that an upsert could not insert: `a = excluded.a`. */
export const assignments = (columns: Columns, from: ':' | 'excluded.' = ':') =>
  names(columns)
    .map((name) => `${name} = ${from}${name}`)
    .join(', ');

/** The record type for `json_to_recordset`: `a int8, b text`. */
export const recordType = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type.replace('?', '')}`)
    .join(', ');

export type PreparedQuery = {
  name: string;
  text: string;
  values: unknown[];
  isQuick?: boolean;
  isForReplica?: boolean;
};
export type QueryResult = { rows: unknown[]; rowCount: number };
/** Either a pool or one transaction. */
export type Queryable = { execute(query: PreparedQuery): Promise<QueryResult> };

export type Statement<Takes extends Columns, Gives extends Columns> = {
  readonly name: string;
  readonly text: string;
  readonly takes: Takes;
  /** The names of the parameters $1, $2, ... */
  readonly order: readonly string[];
  readonly gives: Gives;
  readonly acrossTenants: string | undefined;
  all(db: Queryable, parameters: Row<Takes>): Promise<Row<Gives>[]>;
  first(db: Queryable, parameters: Row<Takes>): Promise<Row<Gives> | undefined>;
  /** For a statement that always returns a row: it fails without one. */
  one(db: Queryable, parameters: Row<Takes>): Promise<Row<Gives>>;
  /** Runs the statement and returns how many rows it affected. */
  run(db: Queryable, parameters: Row<Takes>): Promise<number>;
};

/** A value for a `json` parameter that is already serialized. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const jsonTextOf = (value: unknown) => (value instanceof JsonText ? value.text : JSON.stringify(value));

const longestName = 63;

/** Every statement of the program, for the test that lets PostgreSQL describe them. */
export const statements = new Map<string, Statement<Columns, Columns>>();

export function statement<const Takes extends Columns, const Gives extends Columns = Record<never, never>>(declared: {
  name: string;
  takes: Takes;
  gives?: Gives;
  /** The reason why this statement does not name `tenant_id`; without a reason it must. */
  acrossTenants?: string;
  /** It takes PostgreSQL less than a millisecond, waits for no lock, and may share a connection; see `pipelined.ts`. */
  isQuick?: boolean;
  /** It reads much, and neither writes nor looks at locks: it may run on a replica; see `replica.ts`. */
  isForReplica?: boolean;
  sql: string;
}): Statement<Takes, Gives> {
  const { name, takes, isQuick = false, isForReplica = false } = declared;
  const gives = declared.gives ?? ({} as Gives);
  if (statements.has(name)) throw new Error(`Two statements are called ${name}.`);
  // PostgreSQL cuts longer names, and would take one statement for another.
  if (name.length > longestName) throw new Error(`The name of statement ${name} is too long.`);

  const order: string[] = [];
  const text = declared.sql.replace(/(?<![:\w]):([a-z]\w*)/g, (_, parameter: string) => {
    if (!(parameter in takes)) throw new Error(`Statement ${name} uses :${parameter} without taking it.`);
    if (!order.includes(parameter)) order.push(parameter);
    return `$${order.indexOf(parameter) + 1}`;
  });
  const unused = Object.keys(takes).filter((parameter) => !order.includes(parameter));
  if (unused.length > 0) throw new Error(`Statement ${name} takes ${unused.join(', ')} without using it.`);

  // The driver would write an array as a PostgreSQL array, so JSON is serialized here.
  const isJson = order.map((parameter) => takes[parameter]?.startsWith('json') ?? false);
  const prepare = (parameters: Row<Takes>): PreparedQuery => ({
    name,
    text,
    isQuick,
    isForReplica,
    values: order.map((parameter, i) => {
      const value: unknown = parameters[parameter];
      return isJson[i] && value !== null ? jsonTextOf(value) : value;
    }),
  });

  // A test compares the declared columns with PostgreSQL's description.
  const all = async (db: Queryable, parameters: Row<Takes>) =>
    (await db.execute(prepare(parameters))).rows as Row<Gives>[];
  const made: Statement<Takes, Gives> = {
    name,
    text,
    takes,
    order,
    gives,
    acrossTenants: declared.acrossTenants,
    all,
    first: async (db, parameters) => (await all(db, parameters))[0],
    one: async (db, parameters) => {
      const [row] = await all(db, parameters);
      if (!row) throw new Error(`Statement ${name} has given no row.`);
      return row;
    },
    run: async (db, parameters) => (await db.execute(prepare(parameters))).rowCount,
  };
  statements.set(name, made as unknown as Statement<Columns, Columns>);
  return made;
}
