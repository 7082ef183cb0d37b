import { Type } from 'typebox';
import { pagingParameters } from '../../http/input/paging.ts';
import { id, inputObject, list, nullable, timestamp } from '../../http/input/schema.ts';

export const auditTag = { name: 'Audit log', description: 'Who did what in the console.' };

const moment = (description: string) => Type.String({ maxLength: 64, description, examples: ['2026-11-15'] });

export const AuditQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  administrator_id: Type.Optional(id('administrator', 'Only what this one did.')),
  action: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only this, such as `key.created`.' }),
  ),
  from: Type.Optional(moment('Since this day of UTC, or this time.')),
  to: Type.Optional(moment('Until the end of this day of UTC, or before this time.')),
});

const Entry = Type.Object(
  {
    audit_id: id('audit', 'Rises with time.'),
    at: timestamp('When it was done.'),
    administrator_id: id('administrator', 'Who did it, who may be gone since.'),
    administrator_email: Type.String({ description: 'The address that he had then.' }),
    action: Type.String({ description: 'What was done, such as `key.created`.' }),
    subject: nullable(Type.String({ description: 'To what: its id or name.' })),
    details: Type.Object({}, { additionalProperties: true, description: 'More about it, without any secret.' }),
    ip: Type.String({ description: 'From which address.' }),
  },
  { title: 'AuditEntry' },
);
export const AuditList = list(Entry);

export const example = {
  audit_id: 311,
  at: '2026-11-15T09:30:00.000Z',
  administrator_id: 1,
  administrator_email: 'admin@acme.example',
  action: 'key.created',
  subject: '12',
  details: { name: 'CRM', kind: 'live', scopes: ['customers:read'] },
  ip: '203.0.113.7',
};
