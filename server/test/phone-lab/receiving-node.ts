import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type AsteriskOptions, createAsteriskEngine } from '../../src/engine/asterisk/asterisk-engine.ts';
import type { Engine, EngineCall, EngineEvent } from '../../src/engine/engine.ts';
import { createLog } from '../../src/platform/log.ts';
import { listenTo, newCall } from '../engine-suite.ts';
import { until } from '../until.ts';
import type { PhoneLab } from './start-phone-lab.ts';

// Nodes without a database, to which people call in.

type React = (event: EngineEvent, engine: Engine) => void;

export function receivingNodes(lab: PhoneLab, standard: Partial<AsteriskOptions> = {}) {
  const start = (options: Partial<AsteriskOptions>) => async (tell: (event: EngineEvent) => void) => {
    const engine = createAsteriskEngine({
      tell,
      log: createLog(process.env.LAB_LOG ?? 'silent'),
      account: lab.asterisk,
      name: 'lab',
      app: `trunkline-${randomUUID()}`,
      trunk: 'carrier',
      recordingFolder: lab.recordings,
      ringSeconds: { staff: 2, customer: 2 },
      ...standard,
      ...options,
    });
    await until(engine.isReady);
    return engine;
  };

  return {
    /** One that takes every call as it is said here. */
    async receive(
      t: TestContext,
      fields: Partial<EngineCall>,
      react: React = () => {},
      options: Partial<AsteriskOptions> = {},
    ) {
      const calls = new Map<string, EngineCall>();
      const node = await listenTo(start(options), t, (event, engine) => {
        if (event.kind === 'arrived') {
          const call = newCall({ number: event.from, callType: 'inbound', dialledAt: event.at, ...fields });
          calls.set(event.from, call);
          engine.receive(event.ref, call);
        }
        react(event, engine);
      });
      return { ...node, callOf: (number: string) => until(() => calls.get(number)) };
    },

    /** One that takes nobody: it goes on with what others began. */
    follow: (t: TestContext) => listenTo(start({}), t),
  };
}
