import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AriMessage } from '../ari/ari-messages.ts';
import { toNews } from './to-news.ts';

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

const at = new Date('2026-11-15T09:21:27.618Z');
const { id: channel } = staffChannel;
const receivedAt = 1_234;

test('a phone that rings, or is answered, is news of its channel, with the time', () => {
  assert.deepEqual(toNews(ringing, receivedAt), { kind: 'ringing', channel, at });
  assert.deepEqual(toNews({ ...ringing, dialstatus: 'ANSWER' }, receivedAt), { kind: 'answered', channel, at });
});

test('a carrier that plays the ringing and does not say that it rings, rings', () => {
  const peer = { ...staffChannel, id: `7-test-${callId}.customer`, name: 'PJSIP/carrier-00000005', state: 'Down' };
  assert.deepEqual(toNews({ ...ringing, dialstatus: 'PROGRESS', peer }, receivedAt), {
    kind: 'ringing',
    channel: peer.id,
    at,
  });
});

test('a channel that comes back from the dialplan is distinguished from a new one', () => {
  const entered = { type: 'StasisStart', timestamp: ringing.timestamp, channel: staffChannel } as const;
  assert.deepEqual(toNews({ ...entered, args: [] }, receivedAt), {
    kind: 'entered',
    channel,
    via: 'creation',
    receivedAt,
  });
  assert.deepEqual(toNews({ ...entered, args: ['recording'] }, receivedAt), {
    kind: 'entered',
    channel,
    via: 'recording',
    receivedAt,
  });
});

test('a party who hangs up is distinguished from our own request, and the end has its cause and SIP code', () => {
  const { timestamp } = ringing;
  const request = { type: 'ChannelHangupRequest', timestamp, channel: staffChannel } as const;
  assert.deepEqual(toNews({ ...request, cause: 16 }, receivedAt), { kind: 'hung up', channel });
  assert.equal(toNews({ ...request, soft: true, cause: 32 }, receivedAt), undefined);
  const destroyed = { type: 'ChannelDestroyed', timestamp, channel: staffChannel, cause: 17 } as const;
  assert.deepEqual(toNews({ ...destroyed, tech_cause: 486 }, receivedAt), {
    kind: 'gone',
    channel,
    gone: { at, cause: 17, sipCode: 486 },
  });
  assert.deepEqual(toNews(destroyed, receivedAt), { kind: 'gone', channel, gone: { at, cause: 17 } });
});

test('for a sound in a bridge only a failure is news', () => {
  const played = (target_uri: string, state: string): AriMessage => ({
    ...{ type: 'PlaybackFinished', timestamp: ringing.timestamp },
    playback: { id: 'greeting', target_uri, state },
  });
  assert.deepEqual(toNews(played(`channel:${channel}`, 'done'), receivedAt), {
    kind: 'played',
    playback: 'greeting',
    isFailed: false,
  });
  assert.deepEqual(toNews(played('bridge:1', 'failed'), receivedAt), { kind: 'announcement failed' });
  assert.equal(toNews(played('bridge:1', 'done'), receivedAt), undefined);
});

test('other messages are ignored', () => {
  const { timestamp } = ringing;
  const messages: AriMessage[] = [
    { ...ringing, dialstatus: '' },
    { ...ringing, dialstatus: 'NOANSWER' },
    { type: 'ApplicationReplaced', timestamp },
  ];
  for (const message of messages) assert.equal(toNews(message, receivedAt), undefined);
});
