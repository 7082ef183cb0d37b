import { id, inputObject, list, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { emailRule } from '../platform/text/email-address.ts';
import { administrator, projectIds, role } from './session-schema.ts';

export const administratorTag = { name: 'Administrators', description: 'People who sign in to the console.' };

const outputOnly = ['administrator_id', 'must_change_password', 'has_totp', 'created_at', 'password'];

export const NewAdministrator = inputObject(
  {
    email: Type.String({
      ...{ pattern: emailRule.pattern, maxLength: emailRule.maxLength, 'x-form': emailRule.form },
      description: 'Email address for signing in. It can belong to only one tenant.',
    }),
    role: Type.Optional({ ...role, default: 'administrator' }),
    project_ids: Type.Optional(projectIds),
  },
  { title: 'NewAdministrator', outputOnly },
);

export const AdministratorChange = inputObject(
  { role: Type.Optional(role), project_ids: Type.Optional(projectIds) },
  { title: 'AdministratorChange', outputOnly: [...outputOnly, 'email'] },
);

const shown = { ...administrator, created_at: timestamp('Time of creation.') };
const password = Type.String({
  description:
    'One-time password for the first sign-in, at which the person chooses their own. It is returned only here.',
});

const Administrator = Type.Object(shown, {
  title: 'Administrator',
  description: 'A person who can sign in to the console.',
});
export const AdministratorAnswer = single(Administrator);
export const AdministratorList = list(Administrator);
export const CreatedAdministrator = single(
  Type.Object(
    { ...shown, password },
    { title: 'CreatedAdministrator', description: 'An administrator, with a new one-time password.' },
  ),
);
export const PasswordReset = inputObject(
  {
    totp: Type.Optional(
      Type.Unsafe<'keep' | 'remove'>({
        type: 'string',
        enum: ['keep', 'remove'],
        default: 'keep',
        description:
          '`remove` also turns off two-factor authentication, for a person who lost the authenticator app and the recovery codes.',
      }),
    ),
  },
  { title: 'PasswordReset' },
);

export const RemovedAdministrator = single(
  Type.Object({ administrator_id: administrator.administrator_id }, { title: 'RemovedAdministrator' }),
);

export const AdministratorIdSchema = id('administrator', 'The `administrator_id` of the administrator.', {
  title: 'AdministratorId',
  examples: [7],
});

const example = {
  administrator_id: 7,
  email: 'hanako@acme.example',
  role: 'viewer',
  project_ids: [] as number[],
  must_change_password: true,
  has_totp: false,
  created_at: '2026-11-15T09:30:00.000Z',
};
export const examples = {
  administrator: example,
  sent: { email: example.email, role: example.role },
  supervisor: { email: example.email, role: 'supervisor', project_ids: [1, 4] },
  created: { ...example, password: 'k3v8qz-4mnp0r-7wxy2t-9abc5d' },
  removed: { administrator_id: 7 },
};
