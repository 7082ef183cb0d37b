// What we read of Asterisk's REST interface (ARI): the few fields of each thing that matter here. Asterisk describes all
// of them in the rest-api folder of its data.

export type AriChannel = {
  id: string;
  name: string;
  /** Down until the other side has said something. */
  state: string;
  caller: { number: string };
  creationtime: string;
  dialplan?: { context: string };
  /** Those that ari.conf names. */
  channelvars?: { TRUNKLINE_CALL?: string };
};

export type AriBridge = { id: string; channels: string[] };

/** `target_uri` is `channel:` or `bridge:` and an id. */
type AriPlayback = { id: string; target_uri: string; state: string };

export type AriInfo = { status: { startup_time: string } };

export type AriMessage =
  /** The channel is under our control from now on. */
  | { type: 'StasisStart'; timestamp: string; channel: AriChannel; args: string[] }
  | { type: 'Dial'; timestamp: string; peer: AriChannel; dialstatus: string }
  /** `soft` is there when the request was ours; otherwise the other side has hung up. */
  | { type: 'ChannelHangupRequest'; timestamp: string; channel: AriChannel; soft?: boolean; cause?: number }
  /** Something was played to its end, could not be played, or was stopped. */
  | { type: 'PlaybackFinished'; timestamp: string; playback: AriPlayback }
  | { type: 'ChannelDestroyed'; timestamp: string; channel: AriChannel; cause: number; tech_cause?: number }
  /** Somebody calls in, and the first node to claim him has him. */
  | { type: 'CallBroadcast'; timestamp: string; channel: AriChannel }
  /** A phone has answered, or has not. */
  | { type: 'ContactStatusChange'; timestamp: string; contact_info: { aor: string; contact_status: string } }
  /** Somebody else follows the events of our application. */
  | { type: 'ApplicationReplaced'; timestamp: string };

/** What Asterisk tells and nobody here reads. */
export const unreadMessages = [
  'BridgeCreated',
  'BridgeDestroyed',
  'ChannelCallerId',
  'ChannelConnectedLine',
  'ChannelCreated',
  'ChannelDialplan',
  'ChannelEnteredBridge',
  'ChannelLeftBridge',
  'ChannelStateChange',
  'ChannelVarset',
  'PlaybackContinuing',
  'PlaybackStarted',
  'StasisEnd',
];

/** Asterisk writes time zones without a colon, which ISO 8601 as JavaScript reads it does not know. */
export function momentOf(timestamp: string): Date {
  return new Date(timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}
