import { lock, locks } from '../database/locks.ts';
import { type Row, statement } from '../database/sql.ts';

const acrossTenants = 'A telephone system serves all tenants.';

/** If several nodes meet a new telephone system, only one of them gives it its mark. */
export const lockMarking = statement({
  name: 'lock_phone_system_marking',
  takes: {},
  acrossTenants,
  sql: `select from ${lock(locks.phoneSystems)}`,
});

export const findPhoneSystem = statement({
  name: 'find_phone_system',
  takes: { phone_system_id: 'uuid' },
  gives: { stamp: 'uuid' },
  acrossTenants,
  sql: 'select stamp from phone_systems where phone_system_id = :phone_system_id',
});

/** Returns no row while another node holds the lock to write to the system. */
export const lockPhoneSystem = statement({
  name: 'lock_phone_system',
  takes: { phone_system_id: 'uuid' },
  gives: { stamp: 'uuid', is_held: 'bool' },
  acrossTenants,
  sql: `
    select stamp, coalesce(held_until > now(), false) as is_held from phone_systems
    where phone_system_id = :phone_system_id
    for update skip locked`,
});

export const insertPhoneSystem = statement({
  name: 'insert_phone_system',
  takes: { phone_system_id: 'uuid', stamp: 'uuid' },
  acrossTenants,
  sql: 'insert into phone_systems (phone_system_id, stamp) values (:phone_system_id, :stamp)',
});

/** Long enough for one batch, including its mark. */
export const holdPhoneSystem = statement({
  name: 'hold_phone_system',
  takes: { phone_system_id: 'uuid', stamp: 'uuid' },
  acrossTenants,
  sql: `
    update phone_systems set stamp = :stamp, held_until = now() + interval '20 seconds', seen_at = now()
    where phone_system_id = :phone_system_id`,
});

/** Returns no row if the batch took too long and another node has taken over. */
export const releasePhoneSystem = statement({
  name: 'release_phone_system',
  takes: { phone_system_id: 'uuid', stamp: 'uuid' },
  gives: { stamp: 'uuid' },
  acrossTenants,
  sql: `
    update phone_systems set held_until = null
    where phone_system_id = :phone_system_id and stamp = :stamp
    returning stamp`,
});

/** Returns the names of the parties that the system may have. */
export const forgetPhoneSystem = statement({
  name: 'forget_phone_system',
  takes: { phone_system_id: 'uuid' },
  gives: { name: 'text' },
  acrossTenants,
  sql: `
    with forgotten as (delete from phone_systems where phone_system_id = :phone_system_id)
    select name from provisioned where phone_system_id = :phone_system_id`,
});

/** The state of these parties in the system is unknown: wanted ones are written again, others are removed. */
export const insertUnknown = statement({
  name: 'insert_unknown_parties',
  takes: { phone_system_id: 'uuid', names: 'text[]' },
  acrossTenants,
  sql: `
    insert into provisioned (phone_system_id, name, digest, shape)
    select :phone_system_id, name, '', 0 from unnest(:names::text[]) as name
    on conflict (phone_system_id, name) do update set digest = ''`,
});

const known = {
  /** The name in the telephone system. */
  name: 'text',
  tenant_id: 'int8',
  digest: 'bytea',
  known_fault: 'text?',
} as const;

const takes = { phone_system_id: 'uuid', shape: 'int4', most: 'int8' } as const;

/** SQL condition: different from what the system has, or due for another attempt. */
const isDue = `(k.name is null or k.digest <> w.digest or k.shape < :shape
      or (k.fault is not null and k.tried_at < now() - interval '30 seconds'))`;

const trunk = {
  ...known,
  trunk: 'text',
  host: 'text',
  port: 'int4',
  transport: 'text',
  username: 'text?',
  password: 'bytea?',
  codecs: 'text[]',
  from_user: 'text?',
  from_domain: 'text?',
} as const;
export type TrunkWork = Row<typeof trunk>;

export const selectTrunkWork = statement({
  name: 'select_trunk_work',
  takes,
  gives: trunk,
  acrossTenants,
  sql: `
    with wanted as (
      select *, sha256(convert_to(jsonb_build_array(host, port, transport, username, encode(password, 'base64'), codecs,
        from_user, from_domain)::text, 'UTF8')) as digest
      from trunks
    )
    select 'trunk-' || w.trunk_id as name, w.tenant_id, w.digest, k.fault as known_fault, w.name as trunk, w.host, w.port,
      w.transport, w.username, w.password, w.codecs, w.from_user, w.from_domain
    from wanted w
    left join provisioned k on k.phone_system_id = :phone_system_id and k.name = 'trunk-' || w.trunk_id
    where ${isDue}
    order by k.fault is not null, w.trunk_id limit :most`,
});

const phone = { ...known, staff_id: 'int8', ha1: 'bytea' } as const;
export type PhoneWork = Row<typeof phone>;

export const selectPhoneWork = statement({
  name: 'select_phone_work',
  takes,
  gives: phone,
  acrossTenants,
  sql: `
    with wanted as (
      select a.*, sha256(a.ha1) as digest from sip_accounts a join staff s using (tenant_id, staff_id) where s.is_active
    )
    select w.username as name, w.tenant_id, w.digest, k.fault as known_fault, w.staff_id, w.ha1
    from wanted w
    left join provisioned k on k.phone_system_id = :phone_system_id and k.name = w.username
    where ${isDue}
    order by k.fault is not null, w.staff_id limit :most`,
});

export const selectUnwanted = statement({
  name: 'select_unwanted_parties',
  takes: { phone_system_id: 'uuid', most: 'int8' },
  gives: { name: 'text' },
  acrossTenants,
  sql: `
    select k.name from provisioned k
    where k.phone_system_id = :phone_system_id
      and not exists (select from trunks where 'trunk-' || trunk_id = k.name)
      and not exists (
        select from sip_accounts a join staff s using (tenant_id, staff_id) where a.username = k.name and s.is_active)
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

/** Most are gone or have another mark by now. A system that was only unreachable is written again completely, without harm. */
export const forgetOldPhoneSystems = statement({
  name: 'forget_old_phone_systems',
  takes: {},
  acrossTenants,
  sql: `delete from phone_systems where seen_at < now() - interval '30 days'`,
});
