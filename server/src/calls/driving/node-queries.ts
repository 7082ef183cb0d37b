import { as, statement } from '../../database/sql.ts';
import type { CallType } from '../state/call-state.ts';
import { projectSettings, settingColumns } from '../state/queries.ts';
import { isLeaseExpired } from './lease-expired.ts';

// A node is one process that drives calls. It is alive as long as it renews its lease, by the clock of the database; any node
// may take over the calls of a dead node.

const acrossTenants = 'A node drives the calls of all tenants.';
const lease = `now() + interval '4 seconds'`;

export const registerNode = statement({
  name: 'register_node',
  takes: { node_id: 'uuid' },
  acrossTenants,
  sql: `insert into nodes (node_id, alive_until) values (:node_id, ${lease})`,
});

/** Renews a lease that has not expired; after it expired, another node may have taken the calls. */
export const renewLease = statement({
  name: 'renew_lease',
  takes: { node_id: 'uuid' },
  acrossTenants,
  sql: `update nodes set alive_until = ${lease} where node_id = :node_id and alive_until > now()`,
});

export const leaveAsNode = statement({
  name: 'leave_as_node',
  takes: { node_id: 'uuid' },
  acrossTenants,
  sql: 'delete from nodes where node_id = :node_id',
});

export const forgetDeadNodes = statement({
  name: 'forget_dead_nodes',
  takes: {},
  acrossTenants,
  sql: `delete from nodes where alive_until < now() - interval '1 hour'`,
});

/** Tenants with calls whose node is dead, in random order so that several nodes do not begin with the same one. */
export const listOrphaned = statement({
  name: 'list_tenants_with_orphaned_calls',
  takes: {},
  gives: { tenant_id: 'int8' },
  acrossTenants,
  sql: `
    select tenant_id from open_calls o
    where not exists (select from nodes n where n.node_id = o.node_id and n.alive_until > now())
    group by tenant_id order by random()`,
});

export const takeOrphans = statement({
  name: 'take_orphaned_calls',
  takes: { tenant_id: 'int8', node_id: 'uuid', most: 'int8' },
  sql: `
    with orphans as (
      select is_test, call_id from open_calls o
      where tenant_id = :tenant_id and ${isLeaseExpired('o.node_id')}
      limit :most
      for update skip locked
    )
    update open_calls o set node_id = :node_id from orphans
    where o.tenant_id = :tenant_id and (o.is_test, o.call_id) = (orphans.is_test, orphans.call_id)`,
});

export const listOwnCalls = statement({
  name: 'list_own_calls',
  takes: { node_id: 'uuid' },
  gives: { call_id: 'uuid', stage: 'text', change_due: 'int4?', pause_due: 'int4?' },
  acrossTenants,
  sql: `
    select o.call_id, o.stage, o.change_due, r.due as pause_due
    from open_calls o left join recording_pauses r using (tenant_id, is_test, call_id)
    where o.node_id = :node_id`,
});

/** The calls of this node that may need work, with everything that the engine needs. */
export const findOwnCalls = statement({
  name: 'find_own_calls',
  takes: { node_id: 'uuid', call_ids: 'uuid[]' },
  gives: {
    tenant_id: 'int8',
    is_test: 'bool',
    call_id: 'uuid',
    stage: 'text',
    change_due: 'int4?',
    is_recorded: 'bool?',
    call_type: as<CallType>('text'),
    phone_number: 'text?',
    e164: 'text?',
    ...settingColumns,
    initiated_at: 'timestamptz',
    dialled_at: 'timestamptz?',
    hold_times: 'timestamptz[]?',
    pause_times: 'timestamptz[]?',
    pause_due: 'int4?',
    dialled_seconds: 'float8',
  },
  acrossTenants,
  sql: `
    select o.tenant_id, o.is_test, o.call_id, o.stage, o.change_due, o.is_recorded, c.call_type, c.phone_number, c.e164,
      s.staff_ids, s.staff_phones, p.*, c.initiated_at, c.dialled_at, c.hold_times, r.times as pause_times,
      r.due as pause_due,
      extract(epoch from now() - coalesce(c.dialled_at, c.initiated_at))::float8 as dialled_seconds
    from open_calls o
    cross join lateral (
      select * from calls c where (c.tenant_id, c.is_test, c.call_id) = (o.tenant_id, o.is_test, o.call_id) limit 1) c
    cross join lateral (
      select coalesce(array_agg(s.staff_id order by position), '{}') as staff_ids,
        coalesce(array_agg(s.phone order by position), '{}') as staff_phones
      from unnest(coalesce(o.rung, array[c.staff_id])) with ordinality as r (staff_id, position)
      join staff s on (s.tenant_id, s.staff_id) = (o.tenant_id, r.staff_id) and s.phone is not null) s
    cross join lateral (
      select ${projectSettings} from projects p join tenants t using (tenant_id)
      where (p.tenant_id, p.project_id) = (c.tenant_id, c.project_id) limit 1) p
    left join recording_pauses r on (r.tenant_id, r.is_test, r.call_id) = (o.tenant_id, o.is_test, o.call_id)
    where o.node_id = :node_id and o.call_id = any(:call_ids)`,
});
