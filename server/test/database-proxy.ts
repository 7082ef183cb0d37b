import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { atEnd } from './at-end.ts';

// The network between the server and PostgreSQL, which tests break. `only` breaks it for connections of one application.

export type DatabaseProxy = {
  /** The same database, on the other side of this network. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(only?: string): void;
  /** Lets nothing through any more, without a word to either side. */
  stall(only?: string): void;
  /** From the moment these texts have passed on one connection, in their order, nothing comes back from PostgreSQL. */
  deafenAfter(...texts: string[]): void;
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
    join(pair.far, near);
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
    restore: () => enter('none'),
    count: (text) => {
      const counter = { text, times: 0 };
      counters.push(counter);
      return () => counter.times;
    },
  };
}

function join(from: Socket, to: Socket): void {
  from.on('data', (chunk) => to.write(chunk));
  from.on('close', () => to.destroy());
  from.on('error', () => {}); // Its end is all that the other side has to know.
}

function flow(socket: Socket, isOpen: boolean): void {
  if (isOpen) socket.resume();
  else socket.pause();
}
