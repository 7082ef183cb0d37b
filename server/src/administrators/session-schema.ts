import { id, inputObject, nullable, single, timestamp } from '../http/input/schema.ts';
import { roles, type TelephonyBy, telephonyBy } from '../platform/caller.ts';
import { Type } from '../platform/schema-type.ts';
import { emailRule } from '../platform/text/email-address.ts';
import { passwordLength } from './change-password.ts';
import { type LiveCalls, liveCalls } from './sessions/session-answer.ts';

export const sessionTag = {
  name: 'Session',
  description: 'Signing in and out, and the password and two-factor authentication of the signed-in administrator.',
};

/** Passwords are taken verbatim, with blanks. Longer ones than allowed are refused before hashing. */
const password = (description: string, least = 1) =>
  Type.String({ minLength: least, maxLength: passwordLength.most, description, 'x-verbatim': true });

const totpCode = (description: string) => Type.String({ minLength: 1, maxLength: 20, description });

export const NewSession = inputObject(
  {
    email: Type.String({
      minLength: 1,
      maxLength: emailRule.maxLength,
      description: 'Email address of the administrator.',
    }),
    password: password('Password of the administrator.'),
    totp_code: Type.Optional(
      totpCode('Six-digit code from the authenticator app. Required if two-factor authentication is on.'),
    ),
  },
  { title: 'NewSession' },
);

export const NewPassword = inputObject(
  {
    current_password: Type.Optional(password('Current password. Optional after a sign-in with an issued password.')),
    new_password: password(
      `New password, ${passwordLength.least} to ${passwordLength.most} characters.`,
      passwordLength.least,
    ),
  },
  { title: 'NewPassword' },
);

export const PasswordAndCode = inputObject(
  {
    password: password('Current password of the administrator.'),
    totp_code: Type.Optional(
      totpCode('Six-digit code from the authenticator app. Required if two-factor authentication is on.'),
    ),
  },
  { title: 'PasswordAndCode' },
);
export const TotpCode = inputObject(
  { code: totpCode('Six-digit code from the authenticator app.') },
  { title: 'TotpCode' },
);

export const role = Type.Unsafe<(typeof roles)[number]>({
  type: 'string',
  enum: roles,
  description: '`administrator`: can use everything. `viewer`: can only read.',
});

export const administrator = {
  administrator_id: id('administrator', 'Id of the administrator, assigned by the service.'),
  email: Type.String({ description: 'Email address for signing in.' }),
  role,
  must_change_password: Type.Boolean({
    description: 'True while the administrator still has an issued password and must choose their own.',
  }),
  has_totp: Type.Boolean({ description: 'Whether two-factor authentication is on: signing in requires a code.' }),
};

export const SessionAnswer = single(
  Type.Object(
    {
      administrator: Type.Object(administrator, { description: 'The signed-in administrator.' }),
      tenant: Type.Object(
        {
          tenant_id: id('tenant', 'Id of the tenant, assigned by the service.'),
          name: Type.String({ description: 'Name of the tenant.' }),
          default_country: nullable(
            Type.String({
              description:
                'Country of phone numbers without `+`, as an ISO 3166 code such as `JP`. Null: numbers must start with `+`.',
            }),
          ),
          language: nullable(
            Type.String({
              description: 'Default language of conversations, such as `ja`. Null: the default of the server.',
            }),
          ),
          telephony_by: Type.Unsafe<TelephonyBy>({
            type: 'string',
            enum: telephonyBy,
            description:
              '`tenant`: administrators of the tenant can change trunks, numbers and caller IDs. `operator`: only the operator of the server can.',
          }),
        },
        { description: 'Tenant of the administrator.' },
      ),
      live_calls: Type.Unsafe<LiveCalls>({
        type: 'string',
        enum: liveCalls,
        description:
          'How this server handles live calls. `real`: they ring telephones. `simulated`: they are simulated and ring no telephone. `unavailable`: they are refused, because no telephone system is set up.',
      }),
      expires_at: timestamp('Time at which the session ends if there is no further request.'),
    },
    { title: 'Session', description: 'The current session.' },
  ),
);

export const EndedSessions = single(
  Type.Object(
    { ended_sessions: Type.Integer({ description: 'Number of sessions that were ended.' }) },
    { title: 'EndedSessions', description: 'Result of signing out.' },
  ),
);

export const BegunTotp = single(
  Type.Object(
    {
      secret: Type.String({
        description: 'Secret key in base32, to type into the authenticator app. It is returned only here.',
      }),
      otpauth_uri: Type.String({ description: 'The same key as an `otpauth:` URI, to show as a QR code.' }),
    },
    { title: 'BegunTotp', description: 'Key for an authenticator app.' },
  ),
);

const session = {
  administrator: {
    administrator_id: 1,
    email: 'admin@acme.example',
    role: 'administrator',
    must_change_password: false,
    has_totp: false,
  },
  tenant: { tenant_id: 2, name: 'Acme', default_country: 'JP', language: 'ja', telephony_by: 'tenant' },
  live_calls: 'real',
  expires_at: '2026-11-15T21:30:00.000Z',
};

export const examples = {
  logIn: { email: 'admin@acme.example', password: 'correct horse battery staple' },
  newPassword: { current_password: 'k3v8qz-4mnp0r-7wxy2t-9abc5d', new_password: 'correct horse battery staple' },
  password: { password: 'correct horse battery staple' },
  passwordAndCode: { password: 'correct horse battery staple', totp_code: '492039' },
  code: { code: '492039' },
  session: { data: session },
  withTotp: { data: { ...session, administrator: { ...session.administrator, has_totp: true } } },
  ended: { data: { ended_sessions: 3 } },
  endedOne: { data: { ended_sessions: 1 } },
  begunTotp: {
    data: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      otpauth_uri:
        'otpauth://totp/Trunkline:admin%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trunkline&algorithm=SHA1&digits=6&period=30',
    },
  },
};
