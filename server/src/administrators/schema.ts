import { Type } from 'typebox';
import { id, inputObject, list, single, timestamp } from '../http/input/schema.ts';
import { emailRule } from '../platform/text/email-address.ts';
import { administrator, role } from './session-schema.ts';

export const administratorTag = { name: 'Administrators', description: 'Who signs in to the console.' };

const outputOnly = ['administrator_id', 'must_change_password', 'has_totp', 'created_at', 'password'];

export const NewAdministrator = inputObject(
  {
    email: Type.String({
      ...{ pattern: emailRule.pattern, maxLength: emailRule.maxLength, 'x-form': emailRule.form },
      description: 'The address to sign in with, which is of one tenant only.',
    }),
    role: Type.Optional({ ...role, default: 'administrator' }),
  },
  { title: 'NewAdministrator', outputOnly },
);

export const AdministratorChange = inputObject(
  { role: Type.Optional(role) },
  { title: 'AdministratorChange', outputOnly: [...outputOnly, 'email'] },
);

const shown = { ...administrator, created_at: timestamp('When the administrator was created.') };
const password = Type.String({
  description: 'For the first log-in, where another one has to be chosen. It is shown this once.',
});

const Administrator = Type.Object(shown, { title: 'Administrator' });
export const AdministratorAnswer = single(Administrator);
export const AdministratorList = list(Administrator);
export const CreatedAdministrator = single(Type.Object({ ...shown, password }, { title: 'CreatedAdministrator' }));
export const RemovedAdministrator = single(
  Type.Object({ administrator_id: administrator.administrator_id }, { title: 'RemovedAdministrator' }),
);

export const AdministratorId = id('administrator', 'The `administrator_id` of the administrator.', {
  title: 'AdministratorId',
  examples: [7],
});

const example = {
  administrator_id: 7,
  email: 'hanako@acme.example',
  role: 'viewer',
  must_change_password: true,
  has_totp: false,
  created_at: '2026-11-15T09:30:00.000Z',
};
export const examples = {
  administrator: example,
  sent: { email: example.email, role: example.role },
  created: { ...example, password: 'k3v8qz-4mnp0r-7wxy2t-9abc5d' },
  removed: { administrator_id: 7 },
};
