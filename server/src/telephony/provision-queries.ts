import { type Row, statement } from '../database/sql.ts';

const acrossTenants = 'A telephone system serves all tenants.';

/** Of several nodes that meet a new telephone system, one gives it its mark. */
export const lockMarking = statement({
  name: 'lock_phone_system_marking',
  takes: {},
  acrossTenants,
  sql: `select from pg_advisory_xact_lock(hashtext('phone systems'))`,
});

export const findPhoneSystem = statement({
  name: 'find_phone_system',
  takes: { phone_system_id: 'uuid' },
  gives: { stamp: 'uuid' },
  acrossTenants,
  sql: 'select stamp from phone_systems where phone_system_id = :phone_system_id',
});

/** Gives nothing where another node is at it. */
export const lockPhoneSystem = statement({
  name: 'lock_phone_system',
  takes: { phone_system_id: 'uuid' },
  gives: { stamp: 'uuid' },
  acrossTenants,
  sql: `
    select stamp from phone_systems where phone_system_id = :phone_system_id
    for update skip locked`,
});

export const insertPhoneSystem = statement({
  name: 'insert_phone_system',
  takes: { phone_system_id: 'uuid', stamp: 'uuid' },
  acrossTenants,
  sql: 'insert into phone_systems (phone_system_id, stamp) values (:phone_system_id, :stamp)',
});

export const restampPhoneSystem = statement({
  name: 'restamp_phone_system',
  takes: { phone_system_id: 'uuid', stamp: 'uuid' },
  acrossTenants,
  sql: 'update phone_systems set stamp = :stamp, seen_at = now() where phone_system_id = :phone_system_id',
});

/** What it has of these is not known: what is wanted is put in again, what is not is taken out. */
export const insertUnknown = statement({
  name: 'insert_unknown_parties',
  takes: { phone_system_id: 'uuid', names: 'text[]' },
  acrossTenants,
  sql: `
    insert into provisioned (phone_system_id, name, digest, shape)
    select :phone_system_id, name, '', 0 from unnest(:names::text[]) as name`,
});

const work = {
  name: 'text',
  /** Null where it is to be taken out. */
  kind: 'text?',
  tenant_id: 'int8?',
  staff_id: 'int8?',
  trunk: 'text?',
  host: 'text?',
  port: 'int4?',
  transport: 'text?',
  username: 'text?',
  sealed: 'bytea?',
  codecs: 'text[]?',
  from_user: 'text?',
  from_domain: 'text?',
  digest: 'bytea?',
  known_fault: 'text?',
} as const;
export type Work = Row<typeof work>;

/** What is different from what the telephone system was told. Trunks come first: there are few, and all calls need one. */
export const selectWork = statement({
  name: 'select_provisioning_work',
  takes: { phone_system_id: 'uuid', shape: 'int4', most: 'int8' },
  gives: work,
  acrossTenants,
  sql: `
    with wanted as (
      select 'trunk-' || trunk_id as name, 'trunk' as kind, tenant_id, null::bigint as staff_id, name as trunk, host, port,
        transport, username, password as sealed, codecs, from_user, from_domain,
        sha256(convert_to(jsonb_build_array(host, port, transport, username, encode(password, 'base64'), codecs, from_user,
          from_domain)::text, 'UTF8')) as digest
      from trunks
      union all
      select a.username, 'phone', tenant_id, staff_id, null, null, null, null, a.username, a.ha1, null, null, null, sha256(a.ha1)
      from sip_accounts a join staff s using (tenant_id, staff_id)
      where s.is_active
    ), known as (
      select * from provisioned where phone_system_id = :phone_system_id
    )
    select coalesce(w.name, k.name) as name, w.kind, w.tenant_id, w.staff_id, w.trunk, w.host, w.port, w.transport, w.username,
      w.sealed, w.codecs, w.from_user, w.from_domain, w.digest, k.fault as known_fault
    from wanted w full join known k on k.name = w.name
    where w.name is null or k.name is null or k.digest <> w.digest or k.shape < :shape
      or (k.fault is not null and k.tried_at < now() - interval '30 seconds')
    order by k.fault is not null, w.kind = 'phone', w.staff_id
    limit :most`,
});

export const upsertProvisioned = statement({
  name: 'upsert_provisioned',
  takes: { phone_system_id: 'uuid', names: 'text[]', digests: 'text[]', faults: 'text[]', shape: 'int4' },
  acrossTenants,
  sql: `
    insert into provisioned (phone_system_id, name, digest, shape, fault)
    select :phone_system_id, name, decode(digest, 'hex'), :shape, nullif(fault, '')
    from unnest(:names::text[], :digests::text[], :faults::text[]) as put (name, digest, fault)
    on conflict (phone_system_id, name) do update
      set digest = excluded.digest, shape = excluded.shape, fault = excluded.fault, tried_at = now()`,
});

export const selectFaults = statement({
  name: 'select_provisioning_faults',
  takes: { phone_system_id: 'uuid' },
  gives: { name: 'text', fault: 'text?' },
  acrossTenants,
  sql: 'select name, fault from provisioned where phone_system_id = :phone_system_id and fault is not null',
});

export const deleteProvisioned = statement({
  name: 'delete_provisioned',
  takes: { phone_system_id: 'uuid', names: 'text[]' },
  acrossTenants,
  sql: 'delete from provisioned where phone_system_id = :phone_system_id and name = any(:names)',
});

/** Most are gone, or show another mark by now. One that was only quiet is told everything once more, which does no harm. */
export const forgetOldPhoneSystems = statement({
  name: 'forget_old_phone_systems',
  takes: {},
  acrossTenants,
  sql: `delete from phone_systems where seen_at < now() - interval '30 days'`,
});
