import { randomUUID } from 'node:crypto';
import type { AriAccount } from '../../../platform/ari-account.ts';
import type { Logger } from '../../../platform/log.ts';
import { ariClient } from '../ari/ari-http.ts';
import { followEvents } from '../ari/ari-socket.ts';
import { qualifyingPhones } from './pjsip-objects.ts';
import type { Field } from './registrations.ts';

// Asterisk asks a phone every 30 seconds whether it is there, and not when it registers: one that was restarted and has the same
// address as before would stay out of reach for so long. So a phone that does not answer is asked every two seconds until it
// does, or until its registration is over, which takes ten minutes at most.

type Objects = {
  log: Logger;
  read(aor: string): Promise<Field[] | undefined>;
  write(aor: string, fields: Record<string, string>): Promise<void>;
};

const nameOfPhone = /^staff-\d+$/;

/** Gives what stops it. */
export function watchPhones(account: AriAccount, { log, read, write }: Objects): () => void {
  const ari = ariClient(account);
  // Not `trunkline-`: callers are offered to the applications of that name (`dialplan.conf`).
  const app = `phones-${randomUUID()}`;

  async function qualify(phone: string, how: keyof typeof qualifyingPhones): Promise<void> {
    const fields = await read(phone);
    const frequency = fields?.find(({ attribute }) => attribute === 'qualify_frequency')?.value;
    // A phone that was removed must not come back.
    if (fields && frequency !== qualifyingPhones[how].qualify_frequency) await write(phone, qualifyingPhones[how]);
  }

  const { stop } = followEvents(account, app, {
    async onOpen() {
      await ari.put(`/applications/${app}/eventFilter`, { allowed: [{ type: 'ContactStatusChange' }] });
      await ari.post(`/applications/${app}/subscription`, { eventSource: 'endpoint:PJSIP' });
    },
    onMessage(message) {
      if (message.type !== 'ContactStatusChange') return;
      const { aor, contact_status: status } = message.contact_info;
      if (!nameOfPhone.test(aor) || (status !== 'Reachable' && status !== 'Unreachable')) return;
      qualify(aor, status === 'Reachable' ? 'usual' : 'eager').catch((error) =>
        log.warn({ event: 'phone.qualify_failed', phone: aor, err: error }, 'could not set how often a phone is asked'),
      );
    },
    onClose() {},
  });
  return stop;
}
