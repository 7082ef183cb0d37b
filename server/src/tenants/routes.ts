import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import { changeableSettings, changeSettings, mostRecordingDays } from './change-settings.ts';
import { existingTenant } from './existing-tenant.ts';
import type { TenantRow } from './queries.ts';
import { examples, TenantAnswer, TenantChange, tenantTag as tag } from './schema.ts';

/** `recordingDays` is the operator's default; 0 keeps recordings. */
export type TenantParts = { recordingDays: number };

export const tenantRoutes = (db: Database, parts: TenantParts) => async (app: FastifyInstance) => {
  app.route(get(db, parts));
  app.route(change(db, parts));
};

const answers = { 200: { description: 'The tenant.', schema: TenantAnswer, example: examples.tenant } };

const get = (db: Database, parts: TenantParts) =>
  readOperation(db, {
    method: 'GET',
    url: '/tenant',
    role: 'viewer',
    operationId: 'getTenant',
    summary: 'Get the tenant settings',
    description: 'Returns the settings and limits of the tenant, and which of them administrators can change.',
    tag,
    answers,
    read: async (db, { caller }) => ok({ data: shown(await existingTenant(db, caller.tenantId), parts) }),
  });

const change = (db: Database, parts: TenantParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/tenant',
    role: 'administrator',
    operationId: 'updateTenant',
    summary: 'Change the tenant settings',
    description:
      'Changes the settings that are sent, on every node within a second. A setting that the operator has reserved returns 422 `by_operator`. Recordings can only be deleted earlier than the operator has set, not later. The time zone cannot change while there is a limit of daily calls. Fewer `recording_days` delete older recordings for good, within minutes.',
    tag,
    body: TenantChange,
    bodyExamples: { change: { summary: 'Time zone and retention', value: examples.change } },
    answers,
    audit: { action: 'tenant.changed', subject: 'none' },
    write: async (tx, { caller, body }) =>
      ok({ data: shown(await changeSettings(tx, caller.tenantId, body, parts.recordingDays), parts) }),
  });

function shown(tenant: TenantRow, { recordingDays }: TenantParts) {
  const { tenant_id, name, default_country, timezone, language, licenses } = tenant;
  const { allowed_countries, most_live_calls, most_daily_live_calls } = tenant;
  return {
    ...{ tenant_id, name, default_country, timezone, language },
    analyses_calls: tenant.analyses_calls && tenant.wants_analysis,
    recording_days: tenant.chosen_recording_days,
    most_recording_days: mostRecordingDays(tenant, recordingDays),
    limits: { allowed_countries, most_live_calls, most_daily_live_calls },
    licenses,
    changeable: changeableSettings(tenant),
  };
}
