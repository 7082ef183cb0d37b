import { pagingParameters } from '../../http/input/paging.ts';
import { id, idOrNull, inputObject, list, nullable, textOrNull, timestamp } from '../../http/input/schema.ts';
import { Type } from '../../platform/schema-type.ts';

export const auditTag = {
  name: 'Audit log',
  description:
    'Record of all changes that administrators make in the console, and of the persons that the operator erases.',
};

const moment = (description: string) => Type.String({ maxLength: 64, description, examples: ['2026-11-15'] });

export const AuditQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  administrator_id: Type.Optional(id('administrator', 'Returns only entries of this administrator.')),
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Returns only entries with this action, such as `key.created`.',
    }),
  ),
  from: Type.Optional(
    moment('Returns only entries from the start of this day in UTC (`YYYY-MM-DD`), or from this time (RFC 3339).'),
  ),
  to: Type.Optional(
    moment('Returns only entries until the end of this day in UTC (`YYYY-MM-DD`), or before this time (RFC 3339).'),
  ),
});

const Entry = Type.Object(
  {
    audit_id: id('audit', 'Id of the entry. Later entries have higher ids.'),
    at: timestamp('Time of the action.'),
    administrator_id: idOrNull(
      'administrator',
      'Administrator who performed the action. They may have been removed since. Null if the operator performed it.',
    ),
    administrator_email: textOrNull(
      'Email address of the administrator at the time. Null if the operator performed the action.',
    ),
    action: Type.String({ description: 'The action, such as `key.created`.' }),
    subject: nullable(
      Type.String({ description: 'Id or name of the object that was changed. Null if the action has none.' }),
    ),
    details: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Details of the action, such as the changed fields. It never contains secrets.',
      },
    ),
    ip: textOrNull('IP address of the client. Null if the operator performed the action.'),
  },
  { title: 'AuditEntry', description: 'One action of an administrator, or the erasure of a person by the operator.' },
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
