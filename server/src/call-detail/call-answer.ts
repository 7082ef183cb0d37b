import { callItem } from '../calls/state/call-item.ts';
import { holdsOf } from '../calls/state/holds.ts';
import { pausesOf } from '../calls/state/pauses.ts';
import { ringSeconds } from '../calls/state/ring-seconds.ts';
import { updatedAt } from '../calls/state/updated-at.ts';
import type { Insight } from '../insights/insight.ts';
import { insightsAnswer } from '../insights/insights-answer.ts';
import { type CallRef, callRefOf } from '../platform/call-ref.ts';
import type { Caller } from '../platform/caller.ts';
import type { RecordingLink } from '../recordings/link.ts';
import type { Recording } from '../recordings/recording.ts';
import type { CallInFull } from './queries.ts';

type MakeLink = (call: CallRef) => RecordingLink;

/** One call in full: the only answer with its number unmasked. Without `makeLink` it has no link to its recording. */
export function callDetail(call: CallInFull, makeLink?: MakeLink, now = new Date()) {
  const { customer_id, initiated_at, answered_at, end_reason, hangup_by, sip_code, q850_cause } = call;
  const { staff_leg_status, customer_leg_status, metadata } = call;
  return {
    ...callItem(call),
    phone_number: call.phone_number,
    customer_id: call.is_customer_hidden ? null : customer_id,
    initiated_at,
    answered_at,
    ring_seconds: ringSeconds(call),
    end_reason,
    hangup_by,
    sip_code,
    q850_cause,
    staff_leg_status,
    customer_leg_status,
    ...holdsOf(call, now),
    test: call.is_test,
    metadata,
    note: call.note,
    tags: call.tags ?? [],
    outcome: call.outcome,
    updated_at: updatedAt(call),
    recording: recordingOf(call, makeLink),
    ...insightsAnswer(call),
  };
}

/**
 * A call as the answer to a request that controls it: its analyses without their content, which must not be kept for repeated
 * requests once the recording is deleted, and the number masked for a key that may not read calls.
 */
export function changedCall(call: CallInFull, caller: Pick<Caller, 'scopes'>) {
  const { transcription, summary, voice_analysis, ...detail } = callDetail(call);
  return {
    ...detail,
    phone_number: mayRead(caller) ? call.phone_number : callItem(call).phone_number,
    transcription: stateOf(transcription),
    summary: stateOf(summary),
    voice_analysis: stateOf(voice_analysis),
  };
}

/** A call as the answer to an annotation, which is never kept: in full, but without fields that need the scope to read calls. */
export function annotatedCall(call: CallInFull, caller: Pick<Caller, 'scopes'>, makeLink: MakeLink) {
  const detail = callDetail(call, makeLink);
  return mayRead(caller) ? detail : { ...changedCall(call, caller), voice_analysis: detail.voice_analysis };
}

const mayRead = ({ scopes }: Pick<Caller, 'scopes'>) => scopes.has('calls:read');

function stateOf(insight: unknown) {
  if (!insight) return null;
  const { status, reason, engine, completed_at } = insight as Insight;
  return { status, reason, engine, completed_at };
}

/** The answer does not reveal where the file is stored. */
function recordingOf(call: CallInFull, makeLink?: MakeLink) {
  if (!call.recording) return pausedRecording(call);
  const { status, duration_seconds, size_bytes, channels, pauses = [] } = call.recording as Recording;
  const link = status === 'ready' ? makeLink?.(callRefOf(call)) : undefined;
  return { status, duration_seconds, size_bytes, channels, pauses, ...(link ?? noLink) };
}

/** The recording of a call that is not over, if it has been paused. */
function pausedRecording(call: CallInFull) {
  const { is_open, pause_times, ended_at, is_test, hold_times } = call;
  if (!is_open || !pause_times) return null;
  const times = ended_at && pause_times.length % 2 === 1 ? [...pause_times, ended_at] : pause_times;
  // Recordings of test calls leave holds out.
  const pauses = pausesOf(call, times, is_test && hold_times ? hold_times : []);
  return {
    ...{ status: 'pending', duration_seconds: null, size_bytes: null, channels: null },
    pauses: pauses.map(({ start, end }) => ({ start_seconds: start, end_seconds: end })),
    ...noLink,
  };
}

const noLink = { url: null, url_expires_at: null };
