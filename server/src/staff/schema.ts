import { Type } from 'typebox';
import { partyStates } from '../engine/phone-system.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';

export const staffTag = { name: 'Staff', description: 'Who makes and takes calls, and the phones they do it with.' };

const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the person.' });
const phone = nullable(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'Where the person is called: a SIP address, a number, or `account` for the phone that is registered with the own account; null is nowhere.',
    examples: ['sip:alice@pbx.example'],
  }),
);
const is_active = Type.Boolean({ description: 'Whether the person works here. Nobody else is called.' });

const outputOnly = ['staff_id', 'username', 'state', 'created_at'];

export const NewStaff = inputObject({ name, phone: Type.Optional(phone) }, { title: 'NewStaff', outputOnly });
export const StaffChange = inputObject(Type.Partial(Type.Object({ name, phone, is_active })).properties, {
  title: 'StaffChange',
  outputOnly,
});

const staff_id = id('staff', 'Assigned by the service.');
const username = Type.String({ description: 'The name that the phone registers under.' });

const Staff = Type.Object(
  {
    staff_id,
    name,
    phone: nullable(Type.String({ description: 'Where the person is called. In lists numbers are masked.' })),
    username: nullable(username),
    state: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...partyStates, null],
      description: 'How the phone of the account is, by the telephone system; null without an account.',
    }),
    is_active,
    created_at: timestamp('When the person was created.'),
  },
  { title: 'Staff' },
);
export const StaffAnswer = single(Staff);
export const StaffList = list(Staff);

export const AccountAnswer = single(
  Type.Object(
    {
      staff_id,
      username,
      password: Type.String({ description: 'To be entered in the phone. It is shown this once.' }),
      realm: Type.String({ description: 'Where a phone asks for it.' }),
      phone: nullable(Type.String({ description: 'Where the person is called now.' })),
    },
    { title: 'StaffAccount' },
  ),
);

export const StaffId = id('staff', 'The `staff_id` of the staff member.', { title: 'StaffId', examples: [3] });

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
  account: { staff_id: 3, username: 'staff-3', password: '...', realm: 'trunkline', phone: 'sip:staff-3' },
};
