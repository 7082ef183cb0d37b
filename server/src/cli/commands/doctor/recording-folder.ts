import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import type { Finding } from './finding.ts';

type User = { uid: number; gids: number[] };

/** The folder that Asterisk writes recordings to and this program empties. */
export function checkRecordingFolder(folder: string): Finding {
  const check = 'recordings';
  let stats: Stats;
  try {
    stats = statSync(folder);
  } catch {
    const message = `${folder} does not exist. The next start creates it; Asterisk must be able to write to it then.`;
    return { check, status: 'warn', message };
  }
  if (!stats.isDirectory())
    return { check, status: 'fail', message: `${folder} is not a folder. Set ASTERISK_RECORDINGS to one.` };
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const message = `This user cannot write to ${folder}. Give it to a group that this user and Asterisk are in, with mode 2770.`;
    return { check, status: 'fail', message };
  }
  const asterisk = findUser('asterisk');
  if (!asterisk) {
    const message = `This user can write to ${folder}. Check as the user of Asterisk that Asterisk can too.`;
    return { check, status: 'ok', message };
  }
  if (mayWrite(stats, asterisk))
    return { check, status: 'ok', message: `Trunkline and Asterisk can write to ${folder}.` };
  const message = `The user asterisk cannot write to ${folder}, so nothing is recorded. Give the folder to a group of that user, with mode 2770.`;
  return { check, status: 'fail', message };
}

export function mayWrite({ uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>, user: User): boolean {
  if (user.uid === 0) return true;
  const [asOwner, asGroup, asOther] = [0o300, 0o030, 0o003];
  const needed = user.uid === uid ? asOwner : user.gids.includes(gid) ? asGroup : asOther;
  return (mode & needed) === needed;
}

/** An Asterisk on this machine runs as the user that Debian's package creates. */
function findUser(name: string): User | undefined {
  const rows = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  try {
    const [, , uid, gid] = rows('/etc/passwd').find(([user]) => user === name) ?? [];
    if (uid === undefined) return undefined;
    const others = rows('/etc/group').filter(([, , , members]) => members?.split(',').includes(name));
    return { uid: Number(uid), gids: [Number(gid), ...others.map(([, , gid]) => Number(gid))] };
  } catch {
    return undefined; // Not every system has these files.
  }
}
