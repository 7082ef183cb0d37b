import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { atEnd } from '../at-end.ts';

// The network between the server and PostgreSQL, which tests break. `only` breaks it for the connections of one application.

export type DatabaseProxy = {
  /** The same database, through this network. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(only?: string): void;
  /** Lets nothing through, without closing the connections. */
  stall(only?: string): void;
  /** After these texts have passed on one connection, in this order, PostgreSQL's answers no longer come through. */
  deafenAfter(...texts: string[]): void;
  /** New connections receive no notifications, as with a pooler that assigns connections per transaction. */
  swallowNotifications(): void;
  restore(): void;
  /** Counts from now on how often a text is sent to PostgreSQL. */
  count(text: string): () => number;
};

type Pair = { near: Socket; far: Socket; application: string; passed: number };
type Trouble = { kind: 'none' | 'cut' | 'stalled' | 'deaf'; only: string };

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  // The driver knows how to read its URLs: a host, or the folder of a socket.
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const pairs = new Set<Pair>();
  let trouble: Trouble = { kind: 'none', only: '' };
  let deafening: string[] = [];
  let isSwallowing = false;
  const counters: { text: string; times: number }[] = [];

  const apply = ({ near, far, application }: Pair) => {
    const kind = application.includes(trouble.only) ? trouble.kind : 'none';
    if (kind === 'cut') near.destroy();
    flow(near, kind !== 'stalled');
    flow(far, kind === 'none');
  };
  const enter = (kind: Trouble['kind'], only = '') => {
    trouble = { kind, only };
    for (const pair of pairs) apply(pair);
  };

  const server = createServer((near) => {
    const pair: Pair = { near, far: connect(target), application: '', passed: 0 };
    pairs.add(pair);
    near.once('data', (startup) => {
      pair.application = /application_name\0([^\0]*)/.exec(startup.toString('latin1'))?.[1] ?? '';
      apply(pair);
    });
    near.on('data', (chunk) => {
      for (const counter of counters) if (chunk.includes(counter.text)) counter.times += 1;
      if (chunk.includes(deafening[pair.passed] ?? 'nothing')) pair.passed += 1;
      if (deafening.length === 0 || pair.passed < deafening.length) return;
      deafening = [];
      enter('deaf');
    });
    join(near, pair.far);
    join(pair.far, near, isSwallowing ? dropNotifications() : undefined);
    near.on('close', () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    enter('cut');
    server.close();
  });

  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: (only) => enter('cut', only),
    stall: (only) => enter('stalled', only),
    deafenAfter: (...texts) => {
      deafening = texts;
      for (const pair of pairs) pair.passed = 0;
    },
    swallowNotifications: () => {
      isSwallowing = true;
    },
    restore: () => {
      isSwallowing = false;
      enter('none');
    },
    count: (text) => {
      const counter = { text, times: 0 };
      counters.push(counter);
      return () => counter.times;
    },
  };
}

function join(from: Socket, to: Socket, filter = (chunk: Buffer) => chunk): void {
  from.on('data', (chunk) => to.write(filter(chunk as Buffer)));
  from.on('close', () => to.destroy());
  from.on('error', () => {}); // The other side only needs to know that it has ended.
}

/** A message of PostgreSQL is a letter, its length without that letter, and the rest; `A` is a notification. */
function dropNotifications(): (chunk: Buffer) => Buffer {
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    const passing: Buffer[] = [];
    while (waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
      const end = waiting.readUInt32BE(1) + 1;
      if (waiting.toString('latin1', 0, 1) !== 'A') passing.push(waiting.subarray(0, end));
      waiting = waiting.subarray(end);
    }
    return Buffer.concat(passing);
  };
}

function flow(socket: Socket, isOpen: boolean): void {
  if (isOpen) socket.resume();
  else socket.pause();
}
