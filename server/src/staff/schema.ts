import { partyStates } from '../engine/phone-system.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
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

const outputOnly = ['staff_id', 'username', 'state', 'created_at'];

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
  },
  { title: 'Staff', description: 'A staff member.' },
);
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
};
export const examples = {
  staff: example,
  sent: { name: '佐藤 花子', phone: '+81312345678' },
  created: { ...example, phone: '+81312345678', username: null, state: null },
  account: { staff_id: 3, username: 'staff-3', password: 'q7Rk2vXw9TzB4nLd', realm: 'trunkline', phone: 'sip:staff-3' },
};
