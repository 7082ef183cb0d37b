import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { PreparedQuery, QueryResult } from './sql.ts';

// A query object of the driver that is made for statements of one name and one shape. The driver's own object asks PostgreSQL to
// describe the columns at each execution, and builds each row field by field; this one learns the columns of a statement once,
// for all connections, and compiles a function that builds a row.

type Fields = (string | null)[];
type RowMaker = (fields: Fields) => unknown;
type Callback = (error: Error | null, result: QueryResult) => void;
type Column = { name: string; dataTypeID: number };
type TypeParser = (text: string) => unknown;

/** The part of the driver's connection that is used here. */
type Connection = {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: 'P' | 'S'; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
};

/** Runs one statement on a connection. */
export function run(client: pg.ClientBase, query: PreparedQuery): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new StatementQuery(query, (error, result) => (error ? reject(error) : resolve(result))));
  });
}

/** By the name of the statement. */
const rowMakers = new Map<string, RowMaker>();

class StatementQuery extends pg.Query {
  declare name: string;
  declare text: string;
  declare queryMode: string;
  /** The driver replaces it by one that also stops the query's timer. */
  declare callback: Callback;
  readonly #values: unknown[];
  readonly #result: QueryResult = { rows: [], rowCount: 0 };
  #makeRow: RowMaker | undefined;
  #fault: Error | null = null;

  constructor({ name, text, values }: PreparedQuery, callback: Callback) {
    super(text); // The driver would copy an object property by property.
    this.name = name;
    this.queryMode = 'extended';
    this.callback = callback;
    // Before anything is sent: a value that cannot be written fails without PostgreSQL.
    this.#values = values.map((value) => prepareValue(value));
    this.#makeRow = rowMakers.get(name);
  }

  /** Called by the driver, which sends the messages together. */
  prepare(connection: Connection): void {
    const { name, text } = this;
    const isParsed = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (isParsed === undefined) {
      connection.parse({ name, text });
      if (name !== '') connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: this.#values, valueMapper: (value) => value });
    if (!this.#makeRow) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#makeRow = compileRowMaker(fields);
    this.#remember(this.#makeRow);
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    try {
      this.#result.rows.push(this.#makeRow?.(fields));
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // Such as `SELECT 1`, `INSERT 0 1`.
    this.#result.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    if (!this.#makeRow) this.#remember(noColumns);
  }

  /** Statements without a name differ. */
  #remember(makeRow: RowMaker): void {
    if (this.name !== '') rowMakers.set(this.name, makeRow);
  }

  handleError(error: Error): void {
    this.callback(error, this.#result);
  }

  handleReadyForQuery(): void {
    this.callback(this.#fault, this.#result);
  }
}

const noColumns: RowMaker = () => undefined;

/** `{"customer_id": read0(fields[0]), …}` as code: one object literal, so that all rows share one hidden class. */
function compileRowMaker(columns: Column[]): RowMaker {
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  const names = columns.map((_, i) => `read${i}`);
  const members = columns.map(
    ({ name }, i) => `${JSON.stringify(name)}: fields[${i}] === null ? null : read${i}(fields[${i}])`,
  );
  return new Function(...names, `return (fields) => ({ ${members.join(', ')} })`)(...parsers);
}

const int8Array = 1016;

/** Ids are bigint in the database and numbers in JSON: exact up to 2^53, which none of our sequences reaches. */
function parserOf(typeId: number): TypeParser {
  if (typeId === pg.types.builtins.INT8) return Number;
  if (typeId === int8Array) return (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number);
  if (typeId === pg.types.builtins.TIMESTAMPTZ) return readMoment;
  return pg.types.getTypeParser(typeId, 'text');
}

const readAnyMoment: TypeParser = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

/** Almost every moment is like `2026-11-16 09:30:00.123+00`, which the engine reads faster than the driver. */
function readMoment(text: string): unknown {
  const isUsual = text.length <= 29 && text[10] === ' ' && text.endsWith('+00');
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`) : readAnyMoment(text);
}
