import { randomUUID } from 'node:crypto';
import { engineSuite, type StartEngine } from '../../../test/engine-suite.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../../platform/log.ts';
import { type AsteriskOptions, createAsteriskEngine } from './asterisk-engine.ts';

const log = createLog('silent');

await withPhoneLab((lab) => {
  const asterisk =
    (options: Partial<AsteriskOptions> = {}): StartEngine =>
    async (tell) => {
      const engine = createAsteriskEngine({
        tell,
        log,
        account: lab.asterisk,
        app: `trunkline-${randomUUID()}`,
        trunk: 'carrier',
        recordingFolder: lab.recordings,
        ringSeconds: { staff: 2, customer: 2 },
        ...options,
      });
      await until(engine.isReady);
      return engine;
    };

  engineSuite('Asterisk', asterisk(), {
    staffPhone: 'sip:alice',
    connects: '+819012345776',
    endings: [
      { number: '+819012345486', ending: { status: 'busy', reason: 'busy', sipCode: 486, q850Cause: 17 } },
      { number: '+819012345600', ending: { status: 'busy', reason: 'busy', q850Cause: 17 } },
      { number: '+819012345603', ending: { status: 'rejected', reason: 'rejected', sipCode: 603, q850Cause: 21 } },
      { number: '+819012345404', ending: { status: 'failed', reason: 'invalid_number', sipCode: 404, q850Cause: 1 } },
    ],
  });
});
