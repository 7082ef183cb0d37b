// The fields of Asterisk's REST interface (ARI) that we read. The rest-api folder of Asterisk's data describes all of them.

export type AriChannel = {
  id: string;
  name: string;
  /** Down until the far end has responded. */
  state: string;
  caller: { number: string };
  creationtime: string;
  dialplan?: { context: string };
  /** The variables that ari.conf names. */
  channelvars?: { TRUNKLINE_CALL?: string };
};

export type AriBridge = { id: string; channels: string[] };

/** `target_uri` is `channel:` or `bridge:` and an id. */
type AriPlayback = { id: string; target_uri: string; state: string };

export type AriInfo = { status: { startup_time: string } };

export type AriMessage =
  /** From now on this application controls the channel. */
  | { type: 'StasisStart'; timestamp: string; channel: AriChannel; args: string[] }
  | { type: 'Dial'; timestamp: string; peer: AriChannel; dialstatus: string }
  /** `soft` is present when we or Asterisk requested the hangup; otherwise the far end hung up. */
  | { type: 'ChannelHangupRequest'; timestamp: string; channel: AriChannel; soft?: boolean; cause?: number }
  /** The playback ended, failed or was stopped. */
  | { type: 'PlaybackFinished'; timestamp: string; playback: AriPlayback }
  | { type: 'ChannelDestroyed'; timestamp: string; channel: AriChannel; cause: number; tech_cause?: number }
  /** An inbound call is offered to all nodes; the first node to claim it gets it. */
  | { type: 'CallBroadcast'; timestamp: string; channel: AriChannel }
  /** A phone became reachable or unreachable. */
  | { type: 'ContactStatusChange'; timestamp: string; contact_info: { aor: string; contact_status: string } }
  /** Another connection has taken over the events of our application. */
  | { type: 'ApplicationReplaced'; timestamp: string };

/** Event types that we ask Asterisk not to send. */
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

/** Asterisk writes time zone offsets without a colon, which JavaScript's Date parser does not accept. */
export function momentOf(timestamp: string): Date {
  return new Date(timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}
