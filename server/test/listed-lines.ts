import assert from 'node:assert/strict';
import { pino } from 'pino';
import { logEvents } from '../src/platform/log-events.ts';

/** Each line has an event of the list, with its level and its message. Returns the events. */
export function assertListed(lines: string[]): Set<string> {
  const listed = new Map<string, { level: string; message: string }>(Object.entries(logEvents));
  const events = lines.map((line) => {
    const { event, level, msg } = JSON.parse(line);
    const { level: name = '', message } = listed.get(event) ?? {};
    assert.deepEqual({ event, level, msg }, { event, level: pino.levels.values[name], msg: message }, line);
    return event;
  });
  return new Set(events);
}
