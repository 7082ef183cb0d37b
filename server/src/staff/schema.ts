import { partyStates } from '../engine/phone-system.ts';
import { id, inputObject, list, nullable, single, timestamp, timestampOrNull } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const staffTag = {
  name: 'Staff',
  description: 'Staff members of the tenant, who make and take calls, and their phones.',
};

const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the staff member.' });
const phone = nullable(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'Phone of the staff member: a SIP address, a phone number, or `account` for the phone that registers with the SIP account of the staff member. Null: no phone, so the staff member cannot make or take calls.',
    examples: ['sip:alice@pbx.example'],
  }),
);
const is_active = Type.Boolean({
  description: 'Whether the staff member can make and take calls. Set it to false when a person leaves.',
});

const outputOnly = ['staff_id', 'username', 'state', 'created_at', 'removed_at'];

export const NewStaffSchema = inputObject({ name, phone: Type.Optional(phone) }, { title: 'NewStaff', outputOnly });
export const StaffChangeSchema = inputObject(Type.Partial(Type.Object({ name, phone, is_active })).properties, {
  title: 'StaffChange',
  outputOnly,
});

const staff_id = id('staff', 'Id of the staff member, assigned by the service.');
const username = Type.String({ description: 'SIP username with which the phone registers.' });

const Staff = Type.Object(
  {
    staff_id,
    name,
    phone: nullable(
      Type.String({
        description:
          'Phone of the staff member: a SIP address or a phone number, which is masked in lists. Null: no phone.',
      }),
    ),
    username: nullable(username),
    state: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...partyStates, null],
      description:
        'State of the phone with the SIP account, in the telephone system. `registered`: the phone can be called. `not registered`: the phone is not connected. `not provisioned`: the telephone system does not have the account yet. `unknown`: no information, for example right after a change. Null if there is no SIP account.',
    }),
    is_active,
    created_at: timestamp('Time of creation.'),
    removed_at: timestampOrNull('Time of the removal. Null unless the staff member was removed.'),
  },
  { title: 'Staff', description: 'A staff member.' },
);
export const StaffFilters = {
  include_removed: Type.Optional(
    Type.Boolean({
      description:
        'Whether to also return staff members who were removed, and for a supervisor those who had calls in their projects before, for the names of past calls.',
    }),
  ),
};

export const StaffAnswer = single(Staff);
export const StaffList = list(Staff);

export const AccountAnswer = single(
  Type.Object(
    {
      staff_id,
      username,
      password: Type.String({ description: 'SIP password, to enter in the phone. It is returned only here.' }),
      realm: Type.String({ description: 'SIP realm (authentication domain), for phones that ask for it.' }),
      phone: nullable(Type.String({ description: 'Phone of the staff member after this change.' })),
      registrar: nullable(
        Type.Object(
          {
            host: Type.String({ description: 'Host name or IP address; an IPv6 address is in brackets.' }),
            port: Type.Integer({ description: 'Port for each of the transports.' }),
            transports: Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['udp', 'tcp', 'tls'] }), {
              description: 'Transports that the registrar accepts, the preferred one first.',
            }),
          },
          {
            title: 'SipRegistrar',
            description: 'Server that the phone registers with. Null if the operator has not set `SIP_REGISTRAR`.',
          },
        ),
      ),
      softphone_link: nullable(
        Type.String({
          description:
            'Link that sets up the app Linphone, as a QR code or as its remote provisioning URL. It works once. Null without a registrar.',
        }),
      ),
      softphone_link_expires_at: timestampOrNull('Time until which the link works. Null without a link.'),
    },
    { title: 'StaffAccount', description: 'SIP account of a staff member, with its password.' },
  ),
);

export const StaffIdSchema = id('staff', 'The `staff_id` of the staff member.', { title: 'StaffId', examples: [3] });

const example = {
  staff_id: 3,
  name: '佐藤 花子',
  phone: 'sip:staff-3',
  username: 'staff-3',
  state: 'registered',
  is_active: true,
  created_at: '2026-11-15T09:30:00.000Z',
  removed_at: null,
};
export const examples = {
  staff: example,
  sent: { name: '佐藤 花子', phone: '+81312345678' },
  created: { ...example, phone: '+81312345678', username: null, state: null },
  account: {
    ...{
      staff_id: 3,
      username: 'staff-3',
      password: 'q7rk2vxw9tzb4nmdq7rk2vxw',
      realm: 'trunkline',
      phone: 'sip:staff-3',
    },
    registrar: { host: 'sip.example', port: 5060, transports: ['udp', 'tcp'] },
    softphone_link: 'https://calls.example/softphone/Zk3m0pQ6r8s1t2u3v4w5x6y7z8A9B0C1D2E3F4G5H6I',
    softphone_link_expires_at: '2026-11-15T09:40:00.000Z',
  },
};
