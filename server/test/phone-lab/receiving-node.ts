import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { type AsteriskOptions, createAsteriskEngine } from '../../src/engine/asterisk/asterisk-engine.ts';
import type { Engine, EngineCall, EngineEvent } from '../../src/engine/engine.ts';
import { createLog } from '../../src/platform/log.ts';
import { collectEvents, nameOf, newCall } from '../engine-suite.ts';
import { until } from '../until.ts';
import type { PhoneLab } from './start-phone-lab.ts';

// Nodes without a database that receive inbound calls.

const program = join(import.meta.dirname, 'node-program.ts');

type React = (event: EngineEvent, engine: Engine) => void;

export function receivingNodes(lab: PhoneLab) {
  const settings = (options: Partial<AsteriskOptions>) => ({
    account: lab.asterisk,
    name: 'lab',
    app: `trunkline-${randomUUID()}`,
    trunk: 'carrier',
    recordingFolder: lab.recordings,
    ringSeconds: { staff: 2, customer: 2 },
    ...options,
  });
  const start = (options: Partial<AsteriskOptions>) => async (report: (event: EngineEvent) => void) => {
    const engine = createAsteriskEngine({ report, log: createLog('silent'), ...settings(options) });
    await until(engine.isReady);
    return engine;
  };

  return {
    /** A node that receives every call with these fields, the same for all callers or one set per caller. */
    async receive(
      t: TestContext,
      fields: Partial<EngineCall> | Map<string, Partial<EngineCall>>,
      react: React = () => {},
      options: Partial<AsteriskOptions> = {},
    ) {
      const calls = new Map<string, EngineCall>();
      const node = await collectEvents(start(options), t, (event, engine) => {
        if (event.kind === 'arrived') {
          const own = fields instanceof Map ? fields.get(event.from) : fields;
          const call = newCall({ number: event.from, callType: 'inbound', dialedAt: event.at, ...own });
          calls.set(event.from, call);
          void engine.receive(event.ref, call);
        }
        react(event, engine);
      });
      return { ...node, callOf: (number: string) => until(() => calls.get(number)) };
    },

    /** A node that receives an inbound call as this call, or ignores it, and is killed when it reports this stage. */
    async receiveAndDie(
      t: TestContext,
      call: EngineCall | undefined,
      stage: string,
      options: Partial<AsteriskOptions> = {},
    ) {
      const task = JSON.stringify({ options: settings(options), calls: [], receives: call });
      const node = spawn(process.execPath, [program, task], { stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => node.kill('SIGKILL'));
      const reported: string[] = [];
      createInterface({ input: node.stdout }).on('line', (text) => {
        reported.push(nameOf(JSON.parse(text)) ?? '');
        if (reported.at(-1) === stage) node.kill('SIGKILL');
      });
      await until(() => reported[0]);
      return { died: () => until(() => node.killed) };
    },

    /** A node that receives no calls and only continues those of other nodes. */
    follow: (t: TestContext, react?: React, options: Partial<AsteriskOptions> = {}) =>
      collectEvents(start(options), t, react),
  };
}
