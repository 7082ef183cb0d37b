import { randomUUID } from 'node:crypto';
import { recurring } from '../../../platform/concurrency/recurring.ts';
import type { Logger } from '../../../platform/log.ts';
import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { ariClient } from '../ari/ari-http.ts';
import { followEvents } from '../ari/ari-socket.ts';
import { qualifyingPhones } from './pjsip-objects.ts';
import type { Field } from './registrations.ts';

// Asterisk checks every 30 seconds whether a phone answers, but not when the phone registers: a phone that restarts with the
// same address would stay unreachable until the next check. So a phone that does not answer is checked every two seconds until
// it does, or until its registration expires, which takes ten minutes at most.

type Objects = {
  log: Logger;
  /** The names of the reachable endpoints. */
  online(): Promise<string[]>;
  read(aor: string): Promise<Field[] | undefined>;
  write(aor: string, fields: Record<string, string>): Promise<void>;
};

const nameOfPhone = /^staff-\d+$/;
/** A dead connection looks like one over which nothing happens, so it is tried this often (ms). */
const checkEvery = 5_000;

/** Returns a function that stops it. */
export function watchPhones(account: AriAccount, { log, online, read, write }: Objects): () => void {
  const ari = ariClient(account, (request, patience) => socket.ask(request, patience));
  // Not `trunkline-`: the dialplan offers inbound calls to the applications with that prefix.
  const app = `phones-${randomUUID()}`;
  /** Phones whose state arrived over this connection, which is newer than the state that `restore` reads. */
  let reported: Set<string> | undefined;

  async function qualify(phone: string, how: keyof typeof qualifyingPhones): Promise<void> {
    try {
      const fields = await read(phone);
      const frequency = fields?.find(({ attribute }) => attribute === 'qualify_frequency')?.value;
      // A phone that was removed must not be written again.
      if (fields && frequency !== qualifyingPhones[how].qualify_frequency) await write(phone, qualifyingPhones[how]);
    } catch (error) {
      log('phone.qualify_failed', { phone, err: error });
    }
  }

  /** Resets phones that answered again while no node was connected; they would be checked every two seconds forever. */
  async function restore(): Promise<void> {
    const connection = reported;
    for (const phone of await online()) {
      if (!connection || reported !== connection) return;
      if (nameOfPhone.test(phone) && !connection.has(phone)) await qualify(phone, 'usual');
    }
  }

  const socket = followEvents(account, app, {
    async onOpen() {
      reported = new Set();
      // The filter applies to the answers over this connection too.
      await ari.put(`/applications/${app}/eventFilter`, {
        allowed: ['ContactStatusChange', 'RESTResponse'].map((type) => ({ type })),
      });
      await ari.post(`/applications/${app}/subscription`, { eventSource: 'endpoint:PJSIP' });
      await restore();
    },
    onMessage(message) {
      if (message.type !== 'ContactStatusChange') return;
      const { aor, contact_status: status } = message.contact_info;
      if (!nameOfPhone.test(aor) || (status !== 'Reachable' && status !== 'Unreachable')) return;
      reported?.add(aor);
      void qualify(aor, status === 'Reachable' ? 'usual' : 'eager');
    },
    onClose() {
      reported = undefined;
    },
  });
  const stopChecking = recurring(
    () => checkEvery,
    async () => {
      if (reported) await ari.get('/asterisk/ping').catch(() => socket.reconnect());
    },
  );
  return () => {
    void stopChecking(); // It cannot fail: the check catches its errors.
    socket.stop();
  };
}
