import { Type } from 'typebox';
import { partyStates } from '../engine/phone-system.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { codecs as knownCodecs, transports } from './trunk-fields.ts';

export const trunkTag = { name: 'Trunks', description: 'The ways to carriers.' };

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

const name = text('What it is called; unique in the tenant, and fixed.');
const fields = {
  host: text("The carrier's server: a name, or an address."),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port; otherwise 5060, or 5061 with tls.' }),
  transport: Type.Unsafe<string>({
    type: 'string',
    enum: transports,
    description: 'How to speak to it; otherwise udp.',
  }),
  username: nullable(text('The user name there; null where the carrier knows you by your address.')),
  codecs: Type.Array(Type.Unsafe<string>({ type: 'string', enum: knownCodecs }), {
    minItems: 1,
    description: 'In the order of preference.',
  }),
  from_user: nullable(text('The user in From, where the carrier wants its own there and not the caller id.')),
  from_domain: nullable(text("The host in From, where it is not the carrier's server.")),
};
const password = Type.String({
  ...{ minLength: 1, maxLength: 255, 'x-verbatim': true },
  description: 'Of the user name. It is encrypted, and never shown.',
});

const { host, ...others } = fields;
const outputOnly = ['trunk_id', 'state', 'created_at'];

export const NewTrunk = inputObject(
  { name, host, ...Type.Partial(Type.Object({ ...others, password })).properties },
  { title: 'NewTrunk', outputOnly },
);
export const TrunkChange = inputObject(Type.Partial(Type.Object({ name, ...fields, password })).properties, {
  title: 'TrunkChange',
  outputOnly,
});

const trunk_id = id('trunk', 'Assigned by the service.');
const Trunk = Type.Object(
  {
    trunk_id,
    name,
    ...fields,
    state: Type.Unsafe<string>({
      type: 'string',
      enum: partyStates,
      description:
        'How it is, by the telephone system. One with a user name is `registered` at best, one without `reachable`.',
    }),
    created_at: timestamp('When it was created.'),
  },
  { title: 'Trunk' },
);
export const TrunkAnswer = single(Trunk);
export const TrunkList = list(Trunk);
export const RemovedTrunk = single(Type.Object({ trunk_id, name }, { title: 'RemovedTrunk' }));

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
  sent: { name: 'carrier', host: 'sip.carrier.example', username: 'acme', password: '...' },
  trunk: example,
  created: { ...example, state: 'unknown' },
  removed: { trunk_id: 7, name: 'carrier' },
};
