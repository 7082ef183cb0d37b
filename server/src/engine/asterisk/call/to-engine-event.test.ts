import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AriMessage } from '../ari/ari-messages.ts';
import { toEngineEvent } from './to-engine-event.ts';

// Messages as Asterisk 22.10.1 sent them.

const callId = '01a1de82-f812-7e52-ad03-b8cf388cff77';

const staffChannel = {
  id: `7-live-${callId}.staff-12`,
  name: 'PJSIP/alice-00000000',
  state: 'Ringing',
  protocol_id: '2f1af353-6dc5-4c28-ad65-69af62acb51d',
  caller: { name: '', number: '' },
  connected: { name: '', number: '+819012345603' },
  accountcode: '',
  dialplan: { context: 'from-phones', exten: 's', priority: 1, app_name: 'Stasis', app_data: 'trunkline-1' },
  creationtime: '2026-11-15T09:21:27.582+0000',
  language: 'en',
  channelvars: { TRUNKLINE_CALL: `7-live-${callId}` },
};

const ringing = {
  type: 'Dial',
  timestamp: '2026-11-15T18:21:27.618+0900',
  dialstatus: 'RINGING',
  forward: '',
  dialstring: '',
  peer: staffChannel,
  asterisk_id: '02:fc:00:00:00:01',
  application: 'trunkline-1',
} as const;

const told = { tenantId: 7, isTest: false, callId, at: new Date('2026-11-15T09:21:27.618Z') };

test('a telephone that rings is told with its call, whose it is and its moment', () => {
  assert.deepEqual(toEngineEvent(ringing), { ...told, kind: 'ringing', leg: 'staff', staffId: 12 });
});

test('a carrier that plays the ringing and does not say that it rings, rings', () => {
  const peer = { ...staffChannel, id: `7-test-${callId}.customer`, name: 'PJSIP/carrier-00000005', state: 'Down' };
  const event = toEngineEvent({ ...ringing, dialstatus: 'PROGRESS', peer });
  assert.deepEqual(event, { ...told, isTest: true, kind: 'ringing', leg: 'customer' });
});

test('an answer is told', () => {
  assert.deepEqual(toEngineEvent({ ...ringing, dialstatus: 'ANSWER' }), {
    ...told,
    kind: 'answered',
    leg: 'staff',
    staffId: 12,
  });
});

test('what says nothing of a call by itself is not told', () => {
  const { timestamp } = ringing;
  const messages: AriMessage[] = [
    { ...ringing, dialstatus: '' },
    { ...ringing, dialstatus: 'NOANSWER' },
    { ...ringing, peer: { ...staffChannel, id: 'lab-1794733740.3' } },
    { ...ringing, peer: { ...staffChannel, id: `x7-live-${callId}.staff-12` } },
    { type: 'StasisStart', timestamp, channel: staffChannel, args: [] },
    { type: 'ChannelHangupRequest', timestamp, channel: staffChannel, soft: true, cause: 32 },
    { type: 'ChannelDestroyed', timestamp, channel: staffChannel, cause: 17, tech_cause: 486 },
    { type: 'ApplicationReplaced', timestamp },
  ];
  assert.deepEqual(
    messages.map(toEngineEvent),
    messages.map(() => undefined),
  );
});
