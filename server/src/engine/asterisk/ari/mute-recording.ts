import type { AriAccount } from '../../../platform/network/ari-account.ts';

// ARI cannot pause a recording of MixMonitor, so this goes through an action of the manager interface (AMI), which Asterisk
// serves over HTTP on the port of ARI: see manager.conf. Muted, MixMonitor writes silence instead of the audio of both parties,
// so the files keep their time, and the parties still hear each other.

export type MuteRecording = (channel: string, how: 'mute' | 'unmute') => Promise<void>;

/** An Asterisk that does not answer within this time (ms) is treated as unreachable. */
const patience = 3_000;

/** Returns once Asterisk has done it; the same again changes nothing. */
export const recordingMuter =
  (account: AriAccount): MuteRecording =>
  (channel, how) =>
    withManager(account, async (act) => {
      await act({ action: 'MixMonitorMute', channel, direction: 'both', state: how === 'mute' ? '1' : '0' });
    });

/** Whether the account may pause recordings. */
export function canMuteRecordings(account: AriAccount): Promise<boolean> {
  const listed = withManager(account, (act) => act({ action: 'ListCommands' }));
  return listed.then(
    (commands) => commands.includes('MixMonitorMute:'),
    () => false,
  );
}

type Act = (fields: Record<string, string>) => Promise<string>;

async function withManager<T>({ url, user, password }: AriAccount, work: (act: Act) => Promise<T>): Promise<T> {
  let cookie = '';
  const act: Act = async (fields) => {
    const answer = await fetch(url.replace(/\/ari$/, '/rawman'), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    if (!answer.ok || /^Response: Error/m.test(text))
      throw new Error(`Asterisk's manager interface refused ${fields.action}: ${answer.status} ${messageIn(text)}`);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return text;
  };
  await act({ action: 'Login', username: user, secret: password });
  try {
    return await work(act);
  } finally {
    await act({ action: 'Logoff' }).catch(() => undefined); // Asterisk forgets an unused session after a minute.
  }
}

const messageIn = (text: string) => /^Message: (.*)/m.exec(text)?.[1]?.trim() ?? '';
