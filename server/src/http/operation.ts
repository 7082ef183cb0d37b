import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Database, Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import type { Caller } from '../platform/caller.ts';
import { semaphorePerTenant } from '../platform/concurrency/semaphore.ts';
import type { EventId } from '../platform/ids.ts';
import { type Detail, Problem, problem } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { hasForbiddenCharacters } from '../platform/text/storable-text.ts';
import { lockSession, type SessionLock } from './access/lock-session.ts';
import { errorBody } from './answers/error-response.ts';
import { type Batches, type EventStreams, lastEventId, readLastEventId } from './answers/event-stream.ts';
import { type ServedFile, sendFile } from './answers/send-file.ts';
import { inAnswer, inPath, readImportId, recordAudit } from './audit.ts';
import { type Described, routeOf, takesIdempotencyKey } from './described.ts';
import { answerOnce, fingerprint, readIdempotencyKey } from './input/idempotency.ts';
import { readJson, readOptionalJson } from './input/json-body.ts';
import { isWhole, itemsFieldOf, readBody, readQuery, type Sound } from './input/read-input.ts';
import { bytesOf, parametersOf, queryOf } from './input/request-parts.ts';
import { inputObject } from './input/schema.ts';

// One endpoint: its requirements, its input, its answers, and the step that does the work. Everything else is the same for all
// endpoints and happens here, in the contract's order: 415 / 413 / 400, then 404, then 422 with all faults at once, then the
// work, whose refusals (409) come last. Steps in brackets are declared by some operations only.
//
//   read    ──► [find] ──► query ──► [refine] ──► read | serve | stream ──► answer
//                404           └─ 422 ─┘
//
//   write   ──► headers ──► body ──► [askOutside] ──► [prepare] ──► [isHeavy: one at a time for each tenant]
//                            415, 400, kept for their turn               │
//               ┌────────────────────────────────────────────────────────┘
//               │ one transaction
//               ├──► [Idempotency-Key: lock, and the kept answer if there is one ──► replay]
//               ├──► judge the administrator's session again: 401, 403
//               ├──► [find] ──► query, body ──► [refine] ──► write ──► audit row of an administrator
//               │     404           └──── 422 ────┘          409
//               └──► [Idempotency-Key: keep the answer] ──► commit ──► [afterCommit] ──► [confirm] ──► answer
//                                                                                   503
//
//   With `writeShared`, and neither an Idempotency-Key nor an administrator, the input is read before the transaction, which
//   concurrent requests share.

export type Answer = {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** The refused part of the request, from 0 to 1, if it was not refused as a whole. */
  refusedPart?: number;
  /**
   * Runs after the commit, outside the transaction; the answer waits for it. It must be safe to lose, because the process may
   * crash before it.
   */
  afterCommit?: () => void | Promise<void>;
};
export const ok = (body: object): Answer => ({ status: 200, body });

/** An answer that is already JSON. */
export type TextAnswer = { status: number; text: string };
export const okText = (text: string): TextAnswer => ({ status: 200, text });

type Fields = Record<string, unknown>;

type Input<Q extends TObject, B extends TObject, Found> = {
  caller: Caller;
  query: Static<Q>;
  body: Static<B>;
  /** The result of `find`. */
  found: Found;
  /** The origin at which the client reached this server, such as https://calls.example. */
  origin: string;
};

/** The input during validation. Fields with a fault are left out. */
type CheckedInput<Q extends TObject, B extends TObject, Found> = Omit<Input<Q, B, Found>, 'query' | 'body'> & {
  query: Partial<Static<Q>>;
  body: Partial<Static<B>>;
};

/** How an operation reads its input. `Db` is the transaction if the operation writes. */
type Reading<Db extends Queryable, Q extends TObject, B extends TObject, Found> = {
  query?: Q;
  body?: B;
  /** The resource in the path. It is looked up before the input is validated, because 404 comes before 422. */
  find?: (db: Db, caller: Caller, parameters: Record<string, string>) => Promise<Found | undefined>;
  /** The path names what the operation creates, so `refine` checks the characters of the name too: 422 instead of 404. */
  namesNew?: boolean;
  /** Brings the input into its final form; its faults are reported together with those of the schema. */
  refine?: (db: Queryable, input: CheckedInput<Q, B, Found>, faults: readonly Detail[]) => Promise<Detail[]> | Detail[];
};

type Declared<Db extends Queryable, Q extends TObject, B extends TObject, Found> = Described & Reading<Db, Q, B, Found>;

type Read<Q extends TObject, Found> = Declared<Queryable, Q, TObject, Found> & {
  method: 'GET';
  read: (db: Database, input: Input<Q, TObject, Found>) => Promise<Pick<Answer, 'status' | 'body'> | TextAnswer>;
};

type Serve<Q extends TObject, Found> = Declared<Queryable, Q, TObject, Found> & {
  method: 'GET';
  /** `accept` is the header of that name. */
  serve: (db: Database, input: Input<Q, TObject, Found> & { accept: string | undefined }) => Promise<ServedFile>;
};

type Stream<Q extends TObject> = Declared<Queryable, Q, TObject, undefined> & {
  method: 'GET';
  /** Ends soon after the signal aborts; `after` is the event from which the client wants to go on. */
  stream: (input: Input<Q, TObject, undefined> & { after: EventId | undefined }, signal: AbortSignal) => Batches;
};

type Write<Q extends TObject, B extends TObject, Found, Prepared> = Declared<Tx, Q, B, Found> & {
  method: 'POST' | 'PUT' | 'DELETE';
  bodyLimit?: number;
  /** It occupies a core of the database. A node runs such requests of one tenant one after another, each with its `afterCommit`. */
  isHeavy?: boolean;
  /** Checks that need the outside world, such as a name server: no transaction is open meanwhile. */
  askOutside?: (body: Partial<Static<B>>) => Promise<Detail[]>;
  /** The answers contain a secret, so this box encrypts those that are kept for repeated requests. */
  answersSecret?: SecretBox;
  audit: Audited<Input<Q, B, Found>>;
  /** Whether it changes administrators or sessions; see `lock-session.ts`. */
  holds?: SessionLock;
  /**
   * Slow work and late refusals, such as a wrong password, outside the transaction: no lock waits for it, and its own writes
   * stay even if it refuses. Its result may be stale by the time `write` gets it.
   */
  prepare?: (db: Database, asked: { caller: Caller; body: Static<B> }) => Promise<Prepared>;
  write: (tx: Tx, input: Input<Q, B, Found> & { prepared: Prepared }) => Promise<Answer>;
  /**
   * Waits until the outside world has carried out the committed change, before any answer of success, also before a kept one:
   * the process may have crashed before the first answer. If it refuses, the change and the kept answer stay, and the client
   * repeats the request.
   */
  confirm?: (db: Database, asked: { caller: Caller; parameters: Record<string, string> }) => Promise<void>;
  /**
   * Does the same in a transaction that concurrent requests share, because a commit for each would cost more than all the other
   * work. Not used for a request with an `Idempotency-Key` or of an administrator: the kept answer and the audit row commit with
   * the write. Returns undefined if a request needs its own transaction for another reason. There is neither `find` nor
   * `prepare` then.
   */
  writeShared?: (input: Omit<Input<Q, B, Found>, 'found'>) => Promise<Answer> | undefined;
};

/** The audit entry of an operation that an administrator performs. */
type Audited<I> = {
  /** Such as `key.created`. */
  action: string;
  /** The subject of the entry: the ids in the path, the new id that the answer begins with, or something else. */
  subject: 'path' | 'created' | 'none' | ((input: I) => string);
  /** The facts worth keeping; by default the names of the fields that were sent, without their values. */
  details?: (input: I, body: object) => AuditDetails;
  /** A request that only shows what would change has no entry. */
  isPreview?: (input: I) => boolean;
  /** The entry of all requests of one import: see `readImportId`. Its details are numbers, which are added up. */
  imported?: { action: string; details: (input: I, body: object) => AuditDetails<number> };
};

/** The result of a write; `isReplay` if it is the kept answer to an earlier request with the same `Idempotency-Key`. */
type Written = Pick<Answer, 'status' | 'headers' | 'refusedPart' | 'afterCommit'> & { text: string; isReplay: boolean };

/** The body limit of operations for administrators only: their bodies are forms that people fill in. */
const formLimit = 64 * 1024;

const noKey = (): ReturnType<typeof readIdempotencyKey> => ({ faults: [] });

const noFields = inputObject({});

export function readOperation<Q extends TObject, Found = undefined>(
  db: Database,
  declared: Read<Q, Found>,
): RouteOptions {
  return {
    ...routeOf(declared),
    handler: async (request, reply) => {
      const input = await readInput(db, request, { declared });
      return send(reply, await declared.read(db, input));
    },
  };
}

/** An operation that answers with a file, or a part of it. */
export function fileOperation<Q extends TObject, Found = undefined>(
  db: Database,
  declared: Serve<Q, Found>,
): RouteOptions {
  return {
    ...routeOf(declared),
    handler: async (request, reply) => {
      const input = await readInput(db, request, { declared });
      return sendFile(request, reply, await declared.serve(db, { ...input, accept: request.headers.accept }));
    },
  };
}

/** An operation that answers with server-sent events, until the client disconnects. */
export function streamOperation<Q extends TObject>(
  db: Database,
  streams: EventStreams,
  declared: Stream<Q>,
): RouteOptions {
  return {
    ...routeOf({ ...declared, staysOpen: true, headers: { 'Last-Event-ID': lastEventId } }),
    exposeHeadRoute: false, // HEAD makes no sense for an endless answer.
    handler: async (request, reply) => {
      const { after, faults } = readLastEventId(request);
      const input = await readInput(db, request, { declared, faults });
      await streams.answer(request, reply, input.caller, (signal) => declared.stream({ ...input, after }, signal));
    },
  };
}

export function writeOperation<Q extends TObject, B extends TObject, Found = undefined, Prepared = undefined>(
  db: Database,
  declared: Write<Q, B, Found, Prepared>,
): RouteOptions {
  const { route, perform } = writing(db, declared);
  return { ...route, handler: async (request, reply) => send(reply, await perform(request, reply)) };
}

/** The same in two parts, for a route that does more before or after. */
export function writing<Q extends TObject, B extends TObject, Found = undefined, Prepared = undefined>(
  db: Database,
  declared: Write<Q, B, Found, Prepared>,
) {
  /** The results of the steps before the transaction. */
  type Begun = { faults: Detail[]; prepared: Prepared | undefined };
  const itemsOf = itemsFieldOf(declared.body);
  const { find: _, ...withoutFind } = declared;

  /** The parsed body, or the reason why it cannot be read, which is reported in the contract's order. */
  const read = async (request: FastifyRequest): Promise<Fields | Problem> => {
    const { headers } = request;
    const bytes = bytesOf(request);
    try {
      return await (declared.body ? readJson(headers, bytes, itemsOf) : readOptionalJson(headers, bytes));
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };

  const askOutside = async (json: Fields | Problem): Promise<Detail[]> => {
    if (!declared.askOutside || json instanceof Problem) return [];
    const { value } = readFields(readBody, declared.body, json);
    return declared.askOutside(value);
  };

  const performIn = async (tx: Tx, request: FastifyRequest, json: Fields, { faults, prepared }: Begun) => {
    const caller = await lockSession(tx, request, declared.holds ?? 'shared');
    const input = await readInput(tx, request, { declared, caller, json, faults });
    // `prepared` is set here, because an input with faults has been refused before.
    const { body, ...answer } = await declared.write(tx, { ...input, prepared: prepared as Prepared });
    await writeDown(tx, request, input, body);
    return { ...answer, text: JSON.stringify(body) };
  };

  /** Writes the audit row of an administrator's write, in the same transaction. */
  const writeDown = async (tx: Tx, request: FastifyRequest, input: Input<Q, B, Found>, body: object) => {
    const { ip } = request;
    const { tenantId, administrator } = input.caller;
    const sent = Object.keys(input.body);
    const changesNothing = (declared.method === 'PUT' && sent.length === 0) || declared.audit.isPreview?.(input);
    if (!administrator || changesNothing) return;
    const { imported, ...entry } = declared.audit;
    const { importId } = imported ? readImportId(request) : {};
    if (imported && importId) {
      const details = imported.details(input, body);
      const { action } = imported;
      return recordAudit(tx, { tenantId, administrator }, { action, subject: null, details, ip, importId });
    }
    const { action } = entry;
    const named = { path: () => inPath(parametersOf(request)), created: () => inAnswer(body), none: () => null };
    const subject = typeof entry.subject === 'function' ? entry.subject(input) : named[entry.subject]();
    const details = entry.details?.(input, body) ?? (sent.length > 0 ? { fields: sent } : {});
    return recordAudit(tx, { tenantId, administrator }, { action, subject, details, ip });
  };

  const prepare = async (request: FastifyRequest, json: Fields | Problem): Promise<Prepared | undefined> => {
    if (!declared.prepare || json instanceof Problem) return undefined;
    const { value, faults } = readFields(readBody, declared.body, json);
    // An invalid body is refused later, with all its faults, before `prepared` is needed.
    return isWhole<B>(value, faults) ? declared.prepare(db, { caller: callerOf(request), body: value }) : undefined;
  };

  type Once = { idempotencyKey: string; json: Fields | Problem; begun: Begun };
  const performOnce = async (request: FastifyRequest, reply: FastifyReply, { idempotencyKey, json, begun }: Once) => {
    const { tenantId, meter, kind, administrator } = callerOf(request);
    const body = bytesOf(request) ?? Buffer.alloc(0);
    const once = {
      ...{ tenantId, meter, idempotencyKey, box: declared.answersSecret },
      // A key has one kind; an administrator chooses the mode with each request.
      fingerprint: fingerprint(administrator ? `${kind} ${request.method}` : request.method, request.url, body),
    };
    const refusalText = (refusal: Problem) => JSON.stringify(errorBody(refusal, request.id));
    const work = async (tx: Tx) => performIn(tx, request, readable(json), begun);
    const answer = await answerOnce(db, once, work, refusalText);
    if (answer.isReplay) reply.header('idempotent-replayed', 'true');
    return answer;
  };

  const performPlainly = (request: FastifyRequest, json: Fields, begun: Begun) =>
    db.transaction(async (tx) => ({ ...(await performIn(tx, request, json, begun)), isReplay: false }));

  const performShared = async (
    request: FastifyRequest,
    json: Fields,
    begun: Begun,
    write: NonNullable<typeof declared.writeShared>,
  ) => {
    const written = write(await readInput(db, request, { declared: withoutFind, json, faults: begun.faults }));
    if (!written) return performPlainly(request, json, begun);
    const { body, ...answer } = await written;
    return { ...answer, text: JSON.stringify(body), isReplay: false };
  };

  /** Does everything except sending the answer. */
  const perform = async (request: FastifyRequest, reply: FastifyReply): Promise<Written> => {
    const { idempotencyKey, faults } = takesIdempotencyKey(declared) ? readIdempotencyKey(request) : noKey();
    if (declared.audit.imported && callerOf(request).administrator) faults.push(...readImportId(request).faults);
    const json = await read(request);
    faults.push(...(await askOutside(json)));
    const begun = { faults, prepared: await prepare(request, json) };
    const performAsAsked = async () => {
      if (idempotencyKey !== undefined) return performOnce(request, reply, { idempotencyKey, json, begun });
      const { writeShared } = declared;
      return writeShared && !callerOf(request).administrator
        ? performShared(request, readable(json), begun, writeShared)
        : performPlainly(request, readable(json), begun);
    };
    const performWholly = async () => {
      const written = await performAsAsked();
      await written.afterCommit?.();
      return written;
    };
    const written = await (declared.isHeavy ? passHeavy(callerOf(request).tenantId, performWholly) : performWholly());
    request.refusedPart = written.refusedPart ?? 0;
    const parameters = parametersOf(request);
    if (written.status < 300) await declared.confirm?.(db, { caller: callerOf(request), parameters });
    return written;
  };

  return { route: { ...routeOf(declared), ...limitOf(declared) }, perform };
}

/** Sends an answer, or one that is already serialized. */
export function send(
  reply: FastifyReply,
  answer: Pick<Answer, 'status' | 'headers' | 'body'> | (TextAnswer & Pick<Answer, 'headers'>),
): FastifyReply {
  if (answer.headers) reply.headers(answer.headers);
  return sendJson(reply, answer.status, 'text' in answer ? answer.text : JSON.stringify(answer.body));
}

/** The 50 largest requests take about ten seconds together. */
const passHeavy = semaphorePerTenant({ atOnce: 1, waiting: 50 });

/** Operations without a scope are for administrators only. */
function limitOf({ scope, bodyLimit }: { scope?: string; bodyLimit?: number }): { bodyLimit?: number } {
  if (bodyLimit !== undefined) return { bodyLimit };
  return scope === undefined ? { bodyLimit: formLimit } : {};
}

type Given<Db extends Queryable, Q extends TObject, B extends TObject, Found> = {
  declared: Reading<Db, Q, B, Found>;
  caller?: Caller;
  json?: Fields;
  /** The faults found before the rest is read. */
  faults?: Detail[];
};

/** The input of a request; throws all of its faults at once. */
async function readInput<Db extends Queryable, Q extends TObject, B extends TObject, Found = undefined>(
  db: Db,
  request: FastifyRequest,
  { declared, caller = callerOf(request), json = {}, faults: headerFaults = [] }: Given<Db, Q, B, Found>,
): Promise<Input<Q, B, Found>> {
  const parameters = parametersOf(request);
  // No resource has such a name, and PostgreSQL would refuse the parameter.
  if (!declared.namesNew && Object.values(parameters).some(hasForbiddenCharacters)) throw problem('not_found');
  const found = await declared.find?.(db, caller, parameters);
  if (declared.find && found === undefined) throw problem('not_found');

  const query = readFields(readQuery, declared.query, queryOf(request));
  const body = readFields(readBody, declared.body, json);
  const origin = `${request.protocol}://${request.host}`;
  const input = { caller, found, origin, query: query.value, body: body.value } as CheckedInput<Q, B, Found>;
  const faults = [...headerFaults, ...query.faults, ...body.faults];
  const known = new Set(faults.map(({ field }) => field));
  const refined = (await declared.refine?.(db, input, faults)) ?? [];
  faults.push(...refined.filter(({ field }) => !known.has(field)));
  if (faults.length > 0) throw problem('validation_failed', { details: faults });
  return input as Input<Q, B, Found>;
}

/** If nothing is declared and nothing was sent, there is nothing to validate: most reads have neither query nor body. */
function readFields<S extends TObject>(read: typeof readQuery, schema: S | undefined, sent: Fields): Sound<S> {
  if (schema) return read(schema, sent);
  return { value: {}, faults: Object.keys(sent).length === 0 ? [] : read(noFields, sent).faults };
}

function readable(json: Fields | Problem): Fields {
  if (json instanceof Problem) throw json;
  return json;
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('A route with a scope was reached without a verified key.');
  return request.caller;
}

// The schemas of answers only document: serializing with them (fast-json-stringify) takes ten times as long for 500 results.
function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}
