import assert from 'node:assert/strict';
import { longestTone, strengthOf } from './tone.ts';

/**
 * Asserts that the staff member's tone is on the left and the customer's on the right, each for a while without a gap, and that
 * neither channel contains the other's tone. Elsewhere a busy machine may interrupt a tone, which blurs its frequency.
 */
export function assertParties(wav: Buffer, staff: number, customer: number, unbrokenSeconds: number): void {
  for (const [channel, own, other] of [
    ['left', staff, customer],
    ['right', customer, staff],
  ] as const) {
    const { part, seconds } = longestTone(own, wav, channel);
    assert.ok(seconds > unbrokenSeconds, `${own} Hz on the ${channel} goes on for ${seconds} s`);
    assert.ok(strengthOf(own, part, channel) > -20, `${strengthOf(own, part, channel)} dB`);
    assert.ok(strengthOf(other, part, channel) < -50, `${strengthOf(other, part, channel)} dB of the other party`);
  }
}
