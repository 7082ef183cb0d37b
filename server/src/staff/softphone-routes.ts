import type { FastifyInstance } from 'fastify';
import { countUnreadable } from '../administrators/credentials/log-in-attempts.ts';
import type { Database } from '../database/connect.ts';
import { problem } from '../platform/problem.ts';
import { linphoneConfig } from './linphone-config.ts';
import type { StaffParts } from './routes.ts';
import { openSoftphoneLink, softphonePath } from './softphone-link.ts';

/** For softphones, which have neither a key nor a session. */
export const softphoneRoutes =
  (db: Database, { box, registrar }: Pick<StaffParts, 'box' | 'registrar'>) =>
  async (app: FastifyInstance) => {
    // Without HEAD, which would use up the link and answer nothing.
    const route = { exposeHeadRoute: false };
    app.get<{ Params: { token: string } }>(`${softphonePath}/:token`, route, async (request, reply) => {
      // Linphone sends this header. Cameras and messengers open links too, and must not use them up.
      if (request.headers['x-linphone-provisioning'] === undefined) throw notLinphone;
      const { token } = request.params;
      const account = registrar && (await db.transaction((tx) => openSoftphoneLink(tx, box, token)));
      if (!account) {
        await countUnreadable(db, request.ip);
        throw notValid;
      }
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(linphoneConfig(account, registrar));
    });
  };

const notLinphone = problem('malformed_request', {
  message: 'This link is for the app Linphone. Scan the QR code in the app, where it sets up an account.',
});
const notValid = problem('not_found', {
  message: 'This link was used, has expired or is not valid. Reset the SIP password in the console to get a new one.',
});
