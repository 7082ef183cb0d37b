// A node that places calls on an Asterisk, accepts inbound calls, and prints the events of its engine, for tests to kill:
// `node node-program.ts '{"options": {...}, "calls": [...], "receives": {...}}'`.

import { type AsteriskOptions, createAsteriskEngine } from '../../src/engine/asterisk/asterisk-engine.ts';
import type { EngineCall } from '../../src/engine/engine.ts';
import { createLog } from '../../src/platform/log.ts';
import { until } from '../until.ts';

type Task = {
  options: Omit<AsteriskOptions, 'tell' | 'log'>;
  calls: (EngineCall & { dialedAt: string })[];
  /** The call that an arrival becomes. */
  receives?: EngineCall;
};

const { options, calls, receives }: Task = JSON.parse(process.argv[2] as string);
const engine = createAsteriskEngine({
  ...options,
  log: createLog('silent'),
  report: (event) => {
    console.log(JSON.stringify(event));
    if (event.kind === 'arrived' && receives) void engine.receive(event.ref, { ...receives, dialedAt: event.at });
  },
});
await until(engine.isReady);
console.log('{"kind":"ready"}');
for (const call of calls) await engine.place({ ...call, dialedAt: new Date(call.dialedAt) });
