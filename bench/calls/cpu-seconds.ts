import { readdirSync, readFileSync } from 'node:fs';
import { type Queryable, statement } from '../../server/src/database/sql.ts';

// The processor time of processes, as Linux reports it; unknown on other systems.

const ticksPerSecond = 100;

type Usage = { parent: number; seconds: number };

/** For one process. */
export const cpuSecondsOf = (pid: number) => usageOf(pid)?.seconds ?? Number.NaN;

/** The resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1];
  return Number(kilobytes) * 1_024;
}

/** For the process, its children, and its ended children. */
export function cpuSecondsOfFamily(pid: number): number {
  const all = new Map(listProcesses().map((id) => [id, usageOf(id)]));
  return [...all].reduce((sum, [id, usage]) => {
    return usage && (id === pid || usage.parent === pid) ? sum + usage.seconds : sum;
  }, 0);
}

export const childrenOf = (pid: number): number[] => listProcesses().filter((id) => parentOf(id) === pid);

/** The process and all its descendants. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

function parentOf(pid: number): number {
  return usageOf(pid)?.parent ?? 0;
}

/** The first process of the PostgreSQL of this connection; on this machine. */
export async function postmasterOf(db: Queryable): Promise<number> {
  return parentOf((await findBackend.first(db, {}))?.pid ?? 0);
}

const findBackend = statement({
  name: 'bench_find_backend',
  takes: {},
  gives: { pid: 'int4' },
  acrossTenants: 'It reads no table.',
  sql: 'select pg_backend_pid() as pid',
});

function listProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function usageOf(pid: number): Usage | undefined {
  try {
    // The name of the command may contain blanks and parentheses; the fields after it contain none.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, used) => sum + used, 0);
    return { parent, seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}
