import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ariClient } from '../../server/src/engine/asterisk/ari/ari-http.ts';
import { type AriChannel, type AriMessage, momentOf } from '../../server/src/engine/asterisk/ari/ari-messages.ts';
import { followEvents } from '../../server/src/engine/asterisk/ari/ari-socket.ts';
import type { PhoneLab } from '../../server/test/phone-lab/start-phone-lab.ts';

// Calls that Asterisk carries by itself, as the least that a call takes: requested over ARI (originate), recorded and connected
// by a dialplan (MixMonitor, Dial). No process drives them.

/** As in `trunkline-record`, each direction has its own file. */
const dialplan = (folder: string) => `[bench-plain]
exten => _+X.,1,MixMonitor(,r(${folder}/\${EXTEN}.received.sln)t(${folder}/\${EXTEN}.sent.sln))
 same => n,Dial(PJSIP/\${EXTEN}@carrier,60)
`;

type Dial = Extract<AriMessage, { type: 'Dial' }> & { caller?: AriChannel };

/** Makes calls with `make`, and returns how long each took from its first INVITE to the customer's answer, by the number. */
export type PlainAsterisk = (
  make: (call: (number: string) => Promise<void>) => Promise<unknown>,
) => Promise<[number: string, milliseconds: number][]>;

export async function openPlainAsterisk({ asterisk, recordings }: PhoneLab): Promise<PlainAsterisk> {
  const folder = join(recordings, 'plain');
  await mkdir(folder);
  await asterisk.write('extensions_local.conf', dialplan(folder));
  await asterisk.command('module load app_dial.so');
  await asterisk.command('dialplan reload');
  const app = 'bench-plain';
  const ari = ariClient(asterisk);

  return async (make) => {
    const begun = new Map<string, Date>();
    const answered = new Map<string, Date>();
    /** The channel of the phone has the number as its id. */
    function read({ peer, caller, dialstatus, timestamp }: Dial): void {
      if (!caller && dialstatus === '') begun.set(peer.id, momentOf(timestamp));
      if (caller && dialstatus === 'ANSWER') answered.set(caller.id, momentOf(timestamp));
    }
    const opened = Promise.withResolvers<void>();
    const socket = followEvents(asterisk, app, {
      onMessage: (message) => message.type === 'Dial' && read(message),
      async onOpen() {
        await ari.put(`/applications/${app}/eventFilter`, { allowed: [{ type: 'Dial' }] });
        await ari.post(`/applications/${app}/subscription`, { eventSource: 'endpoint:PJSIP' });
        opened.resolve();
      },
      onClose() {},
    });
    await opened.promise;
    const to = { endpoint: 'PJSIP/phone774', context: 'bench-plain', priority: 1 };
    await make((number) => ari.post('/channels', { ...to, extension: number, callerId: number, channelId: number }));
    while ((await ari.get<object[]>('/channels')).length > 0) await setTimeout(200);
    socket.stop();
    return [...begun].flatMap(([number, at]) => {
      const answeredAt = answered.get(number);
      return answeredAt ? [[number, answeredAt.getTime() - at.getTime()]] : [];
    });
  };
}
