import { listenToChannel } from '../database/listen-to-channel.ts';
import { readRegistrar } from '../platform/network/sip-registrar.ts';
import { drainedServers, lookForDrainedEvery } from '../telephony/drained-servers.ts';
import { provision } from '../telephony/provision.ts';
import { phoneSystems } from './asterisk-servers.ts';
import { doesSharedWork, type Ground } from './capability.ts';

/** Provisioning of trunks and phones in Asterisk, and the servers that the operator has drained. */
export async function startTelephony(ground: Ground) {
  const { config, db, databaseUrl, secrets, log } = ground;
  const drained = drainedServers(db, log);
  await drained.look();
  const systems = phoneSystems(config);
  const provisioning = doesSharedWork(ground) ? provision(db, { systems, box: secrets, log }) : undefined;
  const announcements =
    provisioning && systems.length > 0
      ? listenToChannel(databaseUrl, 'telephony', {
          onNotification: provisioning.wake,
          onConnect: provisioning.wake,
          onDisconnect: (error) => log('provisioning.notify_lost', { err: error }),
        })
      : undefined;

  return {
    systems,
    registrar: readRegistrar(config.SIP_REGISTRAR, config.SIP_TRANSPORTS),
    isDrained: drained.has,
    chores: [
      {
        name: 'look for drained Asterisk servers',
        everyMs: lookForDrainedEvery,
        run: drained.look,
        ofProcess: true,
      },
    ],
    async stop() {
      await announcements?.stop();
      await provisioning?.stop();
    },
  };
}
