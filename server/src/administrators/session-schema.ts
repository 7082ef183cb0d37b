import { pagination } from '../http/input/paging.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
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

const recoveryCode = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 50,
    description:
      'A recovery code, in place of `totp_code` if the authenticator app is lost. Each works only once. It is ignored if `totp_code` is sent too.',
  }),
);

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
    recovery_code: recoveryCode,
  },
  { title: 'NewSession' },
);

export const chosenPassword = password(
  `New password, ${passwordLength.least} to ${passwordLength.most} characters.`,
  passwordLength.least,
);

export const NewPassword = inputObject(
  {
    current_password: Type.Optional(password('Current password. Optional after a sign-in with an issued password.')),
    new_password: chosenPassword,
  },
  { title: 'NewPassword' },
);

export const PasswordAndCode = inputObject(
  {
    password: password('Current password of the administrator.'),
    totp_code: Type.Optional(
      totpCode('Six-digit code from the authenticator app. Required if two-factor authentication is on.'),
    ),
    recovery_code: recoveryCode,
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
  description:
    '`administrator`: can use everything. `supervisor`: can read and annotate the calls of some projects. `viewer`: can only read.',
});

export const projectIds = Type.Array(id('project', 'Id of a project of the tenant.'), {
  maxItems: 1_000,
  description:
    'Projects of a `supervisor`, who sees nothing of the others. Empty for the other roles, who see all projects.',
});

export const administrator = {
  administrator_id: id('administrator', 'Id of the administrator, assigned by the service.'),
  email: Type.String({ description: 'Email address for signing in.' }),
  role,
  project_ids: projectIds,
  must_change_password: Type.Boolean({
    description: 'True while the administrator still has an issued password and must choose their own.',
  }),
  has_totp: Type.Boolean({ description: 'Whether two-factor authentication is on: signing in requires a code.' }),
};

const sessionFields = {
  administrator: Type.Object(administrator, { description: 'The signed-in administrator.' }),
  tenant: Type.Object(
    {
      tenant_id: id('tenant', 'Id of the tenant, assigned by the service.'),
      name: Type.String({ description: 'Name of the tenant.' }),
      timezone: Type.String({ description: 'Time zone of the tenant, such as `Asia/Tokyo`.' }),
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
  recovery_codes_left: Type.Integer({
    description: 'Number of unused recovery codes of the administrator. 0 without two-factor authentication.',
  }),
  live_calls: Type.Unsafe<LiveCalls>({
    type: 'string',
    enum: liveCalls,
    description:
      'How this server handles live calls. `real`: they ring telephones. `simulated`: they are simulated and ring no telephone. `unavailable`: they are refused, because no telephone system is set up.',
  }),
  expires_at: timestamp('Time at which the session ends if there is no further request.'),
};

export const SessionAnswer = single(
  Type.Object(sessionFields, { title: 'Session', description: 'The current session.' }),
);

const recoveryCodes = Type.Array(Type.String(), {
  description:
    'Ten codes for signing in without the authenticator app, each of which works once. They replace all earlier ones and are returned only here.',
});
export const SessionWithCodes = single(
  Type.Object(
    { ...sessionFields, recovery_codes: recoveryCodes },
    { title: 'SessionWithCodes', description: 'The current session, with new recovery codes.' },
  ),
);
export const RecoveryCodes = single(
  Type.Object({ recovery_codes: recoveryCodes }, { title: 'RecoveryCodes', description: 'New recovery codes.' }),
);

export const EndedSessions = single(
  Type.Object(
    { ended_sessions: Type.Integer({ description: 'Number of sessions that were ended.' }) },
    { title: 'EndedSessions', description: 'Result of signing out.' },
  ),
);

export const SessionIdSchema = id('session', 'The `session_id` of the session.', {
  title: 'SessionId',
  examples: [41],
});

export const SessionList = list(
  Type.Object(
    {
      session_id: id('session', 'Id of the session, assigned by the service.'),
      ip: nullable(Type.String({ description: 'IP address that the session was started from.' })),
      user_agent: nullable(
        Type.String({ description: 'Browser that the session was started in, as its `User-Agent` header.' }),
      ),
      created_at: timestamp('Time of the sign-in.'),
      last_used_at: timestamp('Time of the last request, up to a few seconds ago.'),
      is_current: Type.Boolean({ description: 'Whether this request belongs to the session.' }),
    },
    { title: 'OwnSession', description: 'An open session of the administrator.' },
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
    project_ids: [],
    must_change_password: false,
    has_totp: false,
  },
  tenant: {
    tenant_id: 2,
    name: 'Acme',
    timezone: 'Asia/Tokyo',
    default_country: 'JP',
    language: 'ja',
    telephony_by: 'tenant',
  },
  recovery_codes_left: 0,
  live_calls: 'real',
  expires_at: '2026-11-15T21:30:00.000Z',
};

const codes = [
  ...[
    'q7t2-m0xk-94fz-c6rn',
    '1pzd-85ha-y3vw-k0sj',
    'e4nb-7c2r-x9qm-60tg',
    'h5wf-d81k-s2zp-v7ya',
    '30jx-b6me-q4tn-9rck',
  ],
  ...[
    'z8gs-2vha-57dw-p1kf',
    't6yn-c0qr-m3xb-84ej',
    'k9pd-w5fz-1hs7-g2va',
    'r2mt-60ck-j8yq-n4xe',
    'v1bf-z7sd-93wh-p5tg',
  ],
];
const withTotp = {
  ...session,
  administrator: { ...session.administrator, has_totp: true },
  recovery_codes_left: codes.length,
};

export const examples = {
  logIn: { email: 'admin@acme.example', password: 'correct horse battery staple' },
  newPassword: { current_password: 'k3v8qz-4mnp0r-7wxy2t-9abc5d', new_password: 'correct horse battery staple' },
  password: { password: 'correct horse battery staple' },
  passwordAndCode: { password: 'correct horse battery staple', totp_code: '492039' },
  code: { code: '492039' },
  session: { data: session },
  passwordAndRecoveryCode: { password: 'correct horse battery staple', recovery_code: 'q7t2-m0xk-94fz-c6rn' },
  withCodes: { data: { ...withTotp, recovery_codes: codes } },
  recoveryCodes: { data: { recovery_codes: codes } },
  sessions: {
    data: [
      {
        session_id: 41,
        ip: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
        created_at: '2026-11-15T09:30:00.000Z',
        last_used_at: '2026-11-15T09:42:10.000Z',
        is_current: true,
      },
    ],
    pagination: pagination({ page: 1, per_page: 50 }, 1),
  },
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
