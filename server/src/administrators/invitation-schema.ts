import { id, inputObject, list, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { NewAdministrator } from './schema.ts';
import { chosenPassword, projectIds, role } from './session-schema.ts';

export const invitationTag = { name: 'Invitations', description: 'Links for people who are to become administrators.' };

const shown = {
  invitation_id: id('invitation', 'Id of the invitation, assigned by the service.'),
  email: Type.String({ description: 'Email address of the invited person, for signing in.' }),
  role,
  project_ids: projectIds,
  invited_by: Type.String({ description: 'Email address of the administrator who invited the person.' }),
  created_at: timestamp('Time of creation.'),
  expires_at: timestamp('Time at which the link stops working.'),
};

export const NewInvitation = inputObject(NewAdministrator.properties, {
  title: 'NewInvitation',
  outputOnly: ['invitation_id', 'invited_by', 'created_at', 'expires_at', 'link'],
});

export const InvitationList = list(
  Type.Object(shown, { title: 'Invitation', description: 'An invitation that can still be accepted.' }),
);
export const CreatedInvitation = single(
  Type.Object(
    {
      ...shown,
      link: Type.String({ description: 'Link for the invited person. It works once and is returned only here.' }),
    },
    { title: 'CreatedInvitation', description: 'A new invitation, with its link.' },
  ),
);
export const RevokedInvitation = single(
  Type.Object({ invitation_id: shown.invitation_id }, { title: 'RevokedInvitation' }),
);

export const InvitationIdSchema = id('invitation', 'The `invitation_id` of the invitation.', {
  title: 'InvitationId',
  examples: [3],
});

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The part of the link after the `#`.' });
export const InvitationToken = inputObject({ token }, { title: 'InvitationToken' });
export const AcceptedInvitation = inputObject({ token, password: chosenPassword }, { title: 'AcceptedInvitation' });

export const OpenInvitation = single(
  Type.Object(
    {
      email: shown.email,
      role,
      tenant_name: Type.String({ description: 'Name of the tenant.' }),
      expires_at: shown.expires_at,
    },
    { title: 'OpenInvitation', description: 'An invitation, as the invited person sees it.' },
  ),
);

const example = {
  invitation_id: 3,
  email: 'hanako@acme.example',
  role: 'viewer',
  project_ids: [] as number[],
  invited_by: 'admin@acme.example',
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-18T09:30:00.000Z',
};
const exampleToken = 'Zk3vQ8z4mNp0r7Wxy2t9Abc5dEf6Gh1JkLmNoPqRsTu';
export const examples = {
  invitation: example,
  sent: { email: example.email, role: example.role },
  supervisor: { email: example.email, role: 'supervisor', project_ids: [1, 4] },
  created: { ...example, link: `https://calls.example/invitation#${exampleToken}` },
  revoked: { data: { invitation_id: 3 } },
  token: { token: exampleToken },
  accepted: { token: exampleToken, password: 'correct horse battery staple' },
  open: { data: { email: example.email, role: 'viewer', tenant_name: 'Acme', expires_at: example.expires_at } },
};
