import { partyStates } from '../engine/phone-system.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { codecs as knownCodecs, transports } from './trunk-fields.ts';

export const trunkTag = {
  name: 'Trunks',
  description: 'SIP connections to telephone carriers. Calls to and from the telephone network use them.',
};

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

const name = text('Name of the trunk, unique within the tenant. It cannot be changed.');
const fields = {
  host: text('SIP server of the carrier: a host name or an IP address, without a port.'),
  port: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    description: 'Port of the SIP server. Default: 5060, or 5061 with `tls`.',
  }),
  transport: Type.Unsafe<string>({
    type: 'string',
    enum: transports,
    description: 'Transport protocol of SIP. Default: `udp`.',
  }),
  username: nullable(
    text('Username for registration at the carrier. Null if the carrier identifies you by your IP address.'),
  ),
  codecs: Type.Array(Type.Unsafe<string>({ type: 'string', enum: knownCodecs }), {
    minItems: 1,
    description: 'Audio codecs in order of preference. Default: `ulaw`, `alaw`.',
  }),
  from_user: nullable(
    text('User part of the SIP From header, if the carrier requires a fixed one. Null: the caller ID of the project.'),
  ),
  from_domain: nullable(
    text('Host part of the SIP From header, if the carrier requires a different one. Null: `host`.'),
  ),
};
const password = Type.String({
  ...{ minLength: 1, maxLength: 255, 'x-verbatim': true },
  description: 'Password for `username`. It is stored encrypted and never returned.',
});

const { host, ...others } = fields;
const outputOnly = ['trunk_id', 'state', 'created_at'];

export const NewTrunkSchema = inputObject(
  { name, host, ...Type.Partial(Type.Object({ ...others, password })).properties },
  { title: 'NewTrunk', outputOnly },
);
export const TrunkChange = inputObject(Type.Partial(Type.Object({ name, ...fields, password })).properties, {
  title: 'TrunkChange',
  outputOnly,
});

const trunk_id = id('trunk', 'Id of the trunk, assigned by the service.');
const Trunk = Type.Object(
  {
    trunk_id,
    name,
    ...fields,
    state: Type.Unsafe<string>({
      type: 'string',
      enum: partyStates,
      description:
        'State of the trunk in the telephone system. A working trunk is `registered` if it has a username, and `reachable` if it has none. `rejected`: the carrier refuses the registration. `not provisioned`: the telephone system does not have the trunk yet. `unknown`: no information, for example right after a change.',
    }),
    created_at: timestamp('Time of creation.'),
  },
  { title: 'Trunk', description: 'A SIP connection to a carrier.' },
);
export const TrunkAnswer = single(Trunk);
export const TrunkList = list(Trunk);
export const RemovedTrunk = single(
  Type.Object({ trunk_id, name }, { title: 'RemovedTrunk', description: 'A trunk that was removed.' }),
);

export const TrunkName = Type.String({
  title: 'TrunkName',
  description: 'The name of the trunk.',
  examples: ['carrier'],
});

const example = {
  trunk_id: 7,
  name: 'carrier',
  host: 'sip.carrier.example',
  port: 5060,
  transport: 'udp',
  username: 'acme',
  codecs: ['ulaw', 'alaw'],
  from_user: null,
  from_domain: null,
  state: 'registered',
  created_at: '2026-11-15T09:30:00.000Z',
};
export const examples = {
  sent: {
    name: 'carrier',
    host: 'sip.carrier.example',
    port: 5060,
    transport: 'udp',
    username: 'acme',
    password: 's3cret-from-carrier',
    codecs: ['ulaw', 'alaw'],
  },
  sentByAddress: { name: 'carrier', host: 'sip.carrier.example' },
  trunk: example,
  created: { ...example, state: 'unknown' },
  removed: { trunk_id: 7, name: 'carrier' },
};
