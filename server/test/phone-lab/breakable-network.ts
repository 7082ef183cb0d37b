import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';

// The network between a node and Asterisk, which tests break.

export type BreakableNetwork = {
  /** Asterisk's URL through this network. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  /** From now on requests that contain this text are lost and never answered; all others pass. */
  lose(text: string): void;
  /** The connections that began with this text pass nothing on any more, but stay open; new ones work. */
  silence(text: string): void;
  /** The number of connections so far that began with this text. */
  openedWith(text: string): number;
};

export async function startBreakableNetwork(url: string): Promise<BreakableNetwork> {
  const target = new URL(url);
  const { hostname, port } = target;
  const open = new Set<Socket>();
  let isCut = false;
  let lost: string | undefined;
  const connections = new Set<{ opening: string; isLosing: boolean }>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const connection = { opening: '', isLosing: false };
    connections.add(connection);
    near.once('data', (data) => {
      connection.opening = String(data);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (data) => {
        connection.isLosing ||= lost !== undefined && data.includes(lost);
        if (!connection.isLosing) to.write(data);
      });
      from.on('error', () => {}); // The close event is enough for the other side.
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
    if (isCut) near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  atEnd(() => {
    cut();
    server.close();
  });
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: target.href,
    cut,
    restore: () => {
      isCut = false;
    },
    lose: (text) => {
      lost = text;
    },
    silence: (text) => {
      for (const connection of connections) connection.isLosing ||= connection.opening.includes(text);
    },
    openedWith: (text) => [...connections].filter(({ opening }) => opening.includes(text)).length,
  };
}
