import { Socket } from 'node:net';
import pg from 'pg';

// Notices a PostgreSQL, or a network, that goes silent without breaking a connection. A statement may legitimately take ten
// seconds, so its silence alone proves nothing; `select 1` on a separate connection takes no time if PostgreSQL answers at all.
// It runs only while statements are in progress.

export type Heartbeat = {
  isSilent(): boolean;
  /** An answer to any statement is a sign of life. */
  noteAnswer(): void;
  stop(): Promise<void>;
};

export type Watched = {
  isBusy: () => boolean;
  /** Called at each check for as long as there is no answer. */
  onSilence: () => void;
};

const checkEvery = 500;
/**
 * This many checks in a row without an answer are silence: 3 s. Checks are counted instead of time, because this process may
 * itself be too busy to read an answer that has arrived.
 */
const mostUnanswered = 6;

type Beat = { client: pg.Client; socket: Socket; isConnected: boolean; unanswered: number; isAnswered: boolean };

export function heartbeat(url: string, { isBusy, onSilence }: Watched): Heartbeat {
  let beat: Beat | undefined;
  let isSilent = false;

  async function ask(asked: Beat): Promise<void> {
    const { client } = asked;
    asked.isAnswered = false;
    asked.unanswered = 0;
    try {
      if (!asked.isConnected) await client.connect();
      asked.isConnected = true;
      await client.query('select 1 as heartbeat');
    } catch {
      // A refusal is an answer: statements will get it too. The next beat opens a new connection.
      if (beat === asked) beat = undefined;
      else return; // The check below has already given up on this beat and closed its connection.
    }
    asked.isAnswered = true;
    isSilent = false;
  }

  function check(): void {
    if (!beat || beat.isAnswered) {
      if (!isSilent && !isBusy()) return;
      beat ??= newBeat(url);
      void ask(beat);
      return;
    }
    beat.unanswered += 1;
    isSilent ||= beat.unanswered >= mostUnanswered;
    if (!isSilent) return;
    if (beat.unanswered >= mostUnanswered) {
      // A connection that was lost silently stays silent forever; a new one may work.
      const { socket } = beat;
      beat = undefined;
      socket.destroy();
    }
    onSilence();
  }

  const checking = setInterval(check, checkEvery).unref();
  return {
    isSilent: () => isSilent,
    noteAnswer() {
      if (beat) beat.unanswered = 0;
    },
    async stop() {
      clearInterval(checking);
      const last = beat;
      beat = undefined;
      if (last?.isConnected) await last.client.end().catch(() => {});
      else last?.socket.destroy();
    },
  };
}

function newBeat(url: string): Beat {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trunkline heartbeat',
    stream: () => socket,
  });
  client.on('error', () => {}); // The next beat fails with it too.
  return { client, socket, isConnected: false, unanswered: 0, isAnswered: true };
}
