import type { Static } from 'typebox';
import { id, inputObject, nullable } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { ringStrategies } from '../projects/ring-strategies.ts';
import { codecs, transports } from '../trunks/trunk-fields.ts';

// The file of `telephony apply`. Its fields have the names that the commands print; the same verbs validate their values.

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

const Trunk = inputObject({
  name: text('What it is called; unique in the tenant.'),
  host: Type.Optional(text("The carrier's server. A new trunk needs it.")),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  transport: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: transports })),
  username: Type.Optional(nullable(text('Null where the carrier knows you by your address.'))),
  password: Type.Optional(text('As it is. Better in password_env.')),
  password_env: Type.Optional(text('The variable that holds the password.')),
  codecs: Type.Optional(Type.Array(Type.Unsafe<string>({ type: 'string', enum: codecs }), { minItems: 1 })),
  from_user: Type.Optional(nullable(text('What the carrier wants as the user in From; null is the caller id.'))),
  from_domain: Type.Optional(nullable(text('What the carrier wants as the host in From; null is its own.'))),
});

const PhoneNumber = inputObject({
  number: text('As E.164, or as it is written in the country of the tenant.'),
  project_id: id('project', 'The project it leads to.'),
});

const Project = inputObject({
  project_id: id('project', 'The project.'),
  caller_id: Type.Optional(nullable(text('What customers see.'))),
  trunk: Type.Optional(nullable(text('Name of the trunk that its calls go out over.'))),
  records_calls: Type.Optional(Type.Boolean()),
  analyses_calls: Type.Optional(Type.Boolean()),
  announces_recording: Type.Optional(Type.Boolean()),
  has_voicemail: Type.Optional(Type.Boolean()),
  accepts_anonymous: Type.Optional(Type.Boolean()),
  ring_strategy: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ringStrategies })),
  staff_ids: Type.Optional(Type.Array(id('staff', 'Who is rung for calls that come in, in this order.'))),
  language: Type.Optional(
    nullable(text('What is spoken, `auto` to detect it in each call; null is the setting of the tenant.')),
  ),
});

export const TelephonyFile = inputObject({
  trunks: Type.Optional(Type.Array(Trunk)),
  numbers: Type.Optional(Type.Array(PhoneNumber)),
  projects: Type.Optional(Type.Array(Project)),
});
export type TelephonyFile = Static<typeof TelephonyFile>;
export type TrunkInFile = Static<typeof Trunk>;
