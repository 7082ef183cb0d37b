// The baseline of starting a call: Fastify and one row into a plain table with the columns and indexes of calls. That of
// annotating one: Fastify and the same SQL, without keys, validation, limits, logs.
import { fastify } from 'fastify';
import { findCall } from '../../server/src/call-detail/queries.ts';
import { callEvent } from '../../server/src/calls/state/call-event.ts';
import { writeNoted } from '../../server/src/calls/state/call-texts.ts';
import { lockCallRows, writeAnnotation } from '../../server/src/calls/state/queries.ts';
import { connect } from '../../server/src/database/connect.ts';
import { statement } from '../../server/src/database/sql.ts';
import { recordEvents } from '../../server/src/events/record-events.ts';
import { callKeysOf, callRefOf } from '../../server/src/platform/call-ref.ts';
import { decodeId, type ProjectId, type StaffId } from '../../server/src/platform/ids.ts';
import { present } from '../../server/src/platform/present.ts';
import { readServerTask, reportReady } from '../server-process.ts';

const { databaseUrl, tenantId, poolSize } = readServerTask();
const db = connect(databaseUrl, { poolSize, applicationName: 'bare', onIdleError: () => {} });
const app = fastify();

await db.execute({ name: '', text: 'create table if not exists bare_calls (like calls including all)', values: [] });

const insertRow = statement({
  name: 'bare_insert_call',
  takes: { tenant_id: 'int8', phone_number: 'text', staff_id: 'int8', project_id: 'int8' },
  gives: { call_id: 'uuid', initiated_at: 'timestamptz' },
  sql: `
    insert into bare_calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
      initiated_at, sequence)
    select :tenant_id, true, uuid_at(moment, substr(gen_random_uuid()::text, 19)), 'outbound', 'initiating',
      :phone_number, :phone_number, :staff_id, :project_id, date_trunc('milliseconds', moment), 1
    from (select clock_timestamp() as moment offset 0) clock
    returning call_id, initiated_at`,
});

type Body = { phone_number: string; staff_id: StaffId; project_id: ProjectId };

app.post<{ Body: Body }>('/calls/initiate', async ({ body }) => {
  const row = await insertRow.first(db, { tenant_id: tenantId, ...body });
  return { data: { ...row, status: 'initiating', staff_id: body.staff_id } };
});

app.put<{ Params: { id: string }; Body: { note: string; tags: string[]; outcome: string } }>(
  '/calls/:id',
  async ({ params, body }) => {
    const key = { tenant_id: tenantId, is_test: false, call_id: present(decodeId('call', params.id)) };
    const wanted = callKeysOf([callRefOf(key)]);
    const data = await db.transaction(async (tx) => {
      const [call] = await lockCallRows.all(tx, wanted);
      const changed = { ...present(call), ...body, annotated_at: new Date(), sequence: present(call).sequence + 1 };
      await writeNoted(tx, callRefOf(key), body.note);
      await writeAnnotation.run(tx, changed);
      await recordEvents(tx, tenantId, [callEvent('call.updated', changed)]);
      return findCall.one(tx, { ...key, project_ids: null });
    });
    return { data };
  },
);

reportReady(await app.listen({ host: '127.0.0.1', port: 0 }));
