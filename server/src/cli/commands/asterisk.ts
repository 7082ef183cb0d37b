import { setTimeout as pause } from 'node:timers/promises';
import { type AsteriskServer, asteriskServers } from '../../compose/asterisk-servers.ts';
import { readConfig } from '../../config.ts';
import type { Database } from '../../database/connect.ts';
import { countCalls } from '../../engine/asterisk/provisioning/inspect-asterisk.ts';
import { deleteDrained, insertDrained, listDrained } from '../../telephony/drain-queries.ts';
import { drainSeenAfterSeconds } from '../../telephony/drained-servers.ts';
import { asteriskDrain, asteriskList, asteriskUndrain } from '../definitions/asterisk.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';
import { program } from '../terminal/program-name.ts';

const countEvery = 500;

export const commands = [
  command(asteriskList, (_given, { environment }) =>
    withDatabase(environment, async (db) => {
      const rows = await Promise.all(serversOf(environment).map((one) => stateOf(db, one)));
      const table = rows.map(({ server, is_reachable: reachable, calls, drained_at: drained, can_be_stopped }) => {
        return { server, reachable, calls, drained, can_be_stopped };
      });
      return { rows, table, none: 'ASTERISK_URL is not set: there is no Asterisk server.' };
    }),
  ),
  command(asteriskDrain, ({ server, wait }, { environment }) =>
    withDatabase(environment, async (db) => {
      const found = existing(serversOf(environment), server);
      await insertDrained.run(db, { name: server });
      const facts = wait === undefined ? await stateOf(db, found) : await emptied(db, found, wait);
      const note = facts.can_be_stopped
        ? 'It has no calls: you can stop it.'
        : `Wait until it can be stopped: ${program} asterisk list\nBack into service: ${program} asterisk undrain --server ${server}`;
      return { facts, note };
    }),
  ),
  command(asteriskUndrain, ({ server }, { environment }) =>
    withDatabase(environment, async (db) => {
      if (!(await deleteDrained.first(db, { name: server }))) existing(serversOf(environment), server);
      return { facts: { server, drained_at: null } };
    }),
  ),
];

const serversOf = (environment: Terminal['environment']) => asteriskServers(readConfig(environment));

function existing(servers: AsteriskServer[], wanted: string): AsteriskServer {
  const found = servers.find(({ name }) => name === wanted);
  if (found) return found;
  const names = servers.map(({ name }) => name).join(', ');
  throw new Error(
    `ASTERISK_URL has no server ${wanted}. ${names === '' ? 'Set ASTERISK_URL as it is for the nodes.' : `It has: ${names}.`}`,
  );
}

/** The state as seen from where the command runs; whether nodes can reach the server does not matter here. */
async function stateOf(db: Database, { name, account }: AsteriskServer) {
  const drained = (await listDrained.all(db, {})).find((one) => one.name === name);
  // A server that is gone has no calls, but that cannot be seen from here.
  const calls = await countCalls(account).catch(() => null);
  return {
    server: name,
    is_reachable: calls !== null,
    calls,
    drained_at: drained?.drained_at ?? null,
    can_be_stopped: calls === 0 && (drained?.seconds ?? 0) >= drainSeenAfterSeconds,
  };
}

async function emptied(db: Database, server: AsteriskServer, seconds: number) {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const state = await stateOf(db, server);
    if (state.can_be_stopped) return state;
    if (!state.is_reachable)
      throw new Error(`${server.name} is drained, but does not answer, so its number of calls is unknown.`);
    if (Date.now() >= deadline)
      throw new Error(`${server.name} is drained, and still has ${state.calls} calls. Wait longer, or stop it.`);
    await pause(countEvery);
  }
}
