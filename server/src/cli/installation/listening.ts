import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';

type Place = Pick<Config, 'HOST' | 'PORT'>;

/** Fails as a start does if HOST is no address of this machine. The port may be that of a running server, so any free one is tried. */
export async function checkHost({ HOST, PORT }: Place): Promise<void> {
  const server = createServer().listen({ host: HOST, port: 0 });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListening(error, { HOST, PORT }) ?? error;
  } finally {
    server.close();
  }
}

export function explainListening(error: unknown, { HOST, PORT }: Place): Error | undefined {
  const noAddress = `There is no address for ${HOST}. Set HOST to an address of this machine.`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} of ${HOST} is in use by another program. Stop that one, or start on another port: PORT=0 takes a free one.`,
    EACCES: `Port ${PORT} of ${HOST} is closed to this user. Set PORT to a port from 1024 on.`,
    EADDRNOTAVAIL: `${HOST} is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress, // No name server answers.
  };
  const { code, syscall } = error as { code?: string; syscall?: string };
  const isAboutListening = syscall === 'listen' || syscall === 'getaddrinfo';
  const reason = isAboutListening ? reasons[code ?? ''] : undefined;
  return reason === undefined ? undefined : new Error(reason, { cause: error });
}
