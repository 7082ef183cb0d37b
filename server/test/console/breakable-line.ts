import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';
import type { TestApp } from '../test-app.ts';

/** A connection to the server that can fail in various ways. `cut` also stands for a server that is down or restarts. */
export async function breakableLine({ address }: Pick<TestApp, 'address'>) {
  const { hostname, port } = new URL(address);
  const ends = new Set<Socket>();
  let state: 'whole' | 'cut' | 'one way' | 'proxy alone' = 'whole';
  let refusal = '';
  const line = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    if (state === 'proxy alone') {
      near.on('error', () => {});
      return void near.once('data', () => near.end(proxyAnswer(refusal)));
    }
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (state === 'whole') near.write(bytes);
    });
  });
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
  const hangUp = () => {
    for (const end of ends) end.destroy();
  };
  atEnd(() => {
    line.close();
    hangUp();
  });
  return {
    address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      hangUp();
    },
    /** A proxy answers in place of a server that is down. */
    stopServer(status = '502 Bad Gateway') {
      state = 'proxy alone';
      refusal = status;
      hangUp();
    },
    /** Requests arrive, but their answers are lost. */
    loseAnswers() {
      state = 'one way';
    },
    /** Lost bytes stay lost, so the old connections are closed. */
    mend() {
      if (state === 'one way') hangUp();
      state = 'whole';
    },
  };
}

const proxyAnswer = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
