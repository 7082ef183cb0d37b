import type { FastifyInstance } from 'fastify';
import { CallIdSchema, callTag as tag } from '../calls/schema.ts';
import { refIn } from '../calls/state/call-path.ts';
import type { Database } from '../database/connect.ts';
import { idOrNull, numberOrNull, single } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import { callKeyOf } from '../platform/call-ref.ts';
import { Type } from '../platform/schema-type.ts';
import { averageVoice, voiceAverageOf } from './queries.ts';

export const voiceAverageRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(read(db));
};

const { days, calls: most, fewest } = voiceAverageOf;

const VoiceAverage = Type.Object(
  {
    staff_id: idOrNull('staff', 'Staff member of the call. Null if it has none.'),
    calls: Type.Integer({ minimum: 0, description: 'Number of earlier calls with a voice analysis.' }),
    pitch_hz: numberOrNull(`Average pitch, in hertz. Null if it is known of fewer than ${fewest} calls.`),
    loudness_dbfs: numberOrNull(
      `Average loudness, in decibels relative to full scale. Null if it is known of fewer than ${fewest} calls.`,
    ),
  },
  { title: 'VoiceAverage', description: 'Average voice of a staff member in the calls before a call.' },
);
const example = { staff_id: 3, calls: 41, pitch_hz: 187.4, loudness_dbfs: -22.6 };

const read = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/calls/:callId/voice-average',
    role: 'viewer',
    isForSupervisors: true,
    operationId: 'getVoiceAverage',
    summary: "Get the staff member's average voice",
    description: `Returns the average pitch and loudness of the staff member of a call, to compare the call with. It is made of up to ${most} analyzed calls of the same mode (test or live) in the ${days} days before the call.`,
    tag,
    path: { callId: CallIdSchema },
    answers: {
      200: { description: 'The average.', schema: single(VoiceAverage), example: { data: example } },
    },
    find: async (db, caller, { callId }) => {
      const ref = refIn(caller, callId);
      return ref && (await averageVoice.first(db, { ...callKeyOf(ref), project_ids: caller.projects }));
    },
    read: async (_db, { found: { staff_id, calls, pitch_hz, pitch_calls, loudness_dbfs, loudness_calls } }) =>
      ok({
        data: {
          ...{ staff_id, calls },
          pitch_hz: pitch_calls < fewest ? null : rounded(pitch_hz),
          loudness_dbfs: loudness_calls < fewest ? null : rounded(loudness_dbfs),
        },
      }),
  });

const rounded = (value: number | null) => value && Math.round(value * 10) / 10;
