import { Type } from 'typebox';
import { id, inputObject, nullable, single, timestamp } from '../http/input/schema.ts';
import { roles, type TelephonyBy, telephonyBy } from '../platform/caller.ts';
import { emailRule } from '../platform/text/email-address.ts';
import { passwordLength } from './change-password.ts';
import { type LiveCalls, liveCalls } from './sessions/session-answer.ts';

export const sessionTag = {
  name: 'Session',
  description: 'Who is signed in, and what only the administrator himself changes: password and second factor.',
};

/** Passwords are taken verbatim, with blanks. Longer ones than allowed are refused before hashing. */
const password = (description: string, least = 1) =>
  Type.String({ minLength: least, maxLength: passwordLength.most, description, 'x-verbatim': true });

const totpCode = (description: string) => Type.String({ minLength: 1, maxLength: 20, description });

export const NewSession = inputObject(
  {
    email: Type.String({ minLength: 1, maxLength: emailRule.maxLength, description: 'The address to sign in with.' }),
    password: password('The password.'),
    totp_code: Type.Optional(totpCode('The six digits that the app shows, for who has set one up.')),
  },
  { title: 'NewSession' },
);

export const NewPassword = inputObject(
  {
    current_password: Type.Optional(
      password('The one that was good until now. After a log-in with one that was handed over it may be left out.'),
    ),
    new_password: password(`From ${passwordLength.least} to ${passwordLength.most} characters.`, passwordLength.least),
  },
  { title: 'NewPassword' },
);

export const PasswordAndCode = inputObject(
  {
    password: password('The password.'),
    totp_code: Type.Optional(totpCode('The six digits that the app shows, for who has set one up already.')),
  },
  { title: 'PasswordAndCode' },
);
export const TotpCode = inputObject({ code: totpCode('The six digits that the app shows.') }, { title: 'TotpCode' });

export const role = Type.Unsafe<(typeof roles)[number]>({
  type: 'string',
  enum: roles,
  description: 'An `administrator` does everything, a `viewer` reads.',
});

export const administrator = {
  administrator_id: id('administrator', 'Assigned by the service.'),
  email: Type.String({ description: 'The address that is signed in with.' }),
  role,
  must_change_password: Type.Boolean({ description: 'Whether a password of his own has to be chosen first.' }),
  has_totp: Type.Boolean({ description: 'Whether a code is asked for at log-in.' }),
};

export const SessionAnswer = single(
  Type.Object(
    {
      administrator: Type.Object(administrator, { description: 'Who is signed in.' }),
      tenant: Type.Object(
        {
          tenant_id: id('tenant', 'Assigned by the service.'),
          name: Type.String({ description: 'What it is called.' }),
          default_country: nullable(Type.String({ description: 'Country that numbers without + are of.' })),
          language: nullable(Type.String({ description: 'What is spoken where a project does not say otherwise.' })),
          telephony_by: Type.Unsafe<TelephonyBy>({
            type: 'string',
            enum: telephonyBy,
            description:
              'Who sets up trunks, numbers and caller ids: administrators of the `tenant`, or the `operator` alone.',
          }),
        },
        { description: 'Whose data is seen.' },
      ),
      live_calls: Type.Unsafe<LiveCalls>({
        type: 'string',
        enum: liveCalls,
        description:
          'What becomes of live calls on this server: telephones ring (`real`), no telephone rings (`simulated`), or they are refused (`unavailable`).',
      }),
      expires_at: timestamp('When the session ends if nothing more is asked.'),
    },
    { title: 'Session' },
  ),
);

export const EndedSessions = single(
  Type.Object(
    { ended_sessions: Type.Integer({ description: 'How many sessions have ended.' }) },
    { title: 'EndedSessions' },
  ),
);

export const BegunTotp = single(
  Type.Object(
    {
      secret: Type.String({ description: 'The key in base32, for who types it into the app. It is shown this once.' }),
      otpauth_uri: Type.String({ description: 'The same for a QR code.' }),
    },
    { title: 'BegunTotp' },
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
  newPassword: { current_password: 'k3v8qz-...', new_password: 'correct horse battery staple' },
  password: { password: 'correct horse battery staple' },
  passwordAndCode: { password: 'correct horse battery staple', totp_code: '492039' },
  code: { code: '492039' },
  session: { data: session },
  withTotp: { data: { ...session, administrator: { ...session.administrator, has_totp: true } } },
  ended: { data: { ended_sessions: 3 } },
  begunTotp: {
    data: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      otpauth_uri:
        'otpauth://totp/Trunkline:admin%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trunkline&algorithm=SHA1&digits=6&period=30',
    },
  },
};
