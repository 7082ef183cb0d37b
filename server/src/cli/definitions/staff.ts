import { define } from '../terminal/command.ts';
import { idOption, optional, required, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const staff = required(idOption('staff', 'S', 'Id of the staff member'));

export const staffCreate = define({
  words: 'staff create',
  about: 'Create a staff member, who makes and takes calls',
  options: {
    tenant,
    name: required(text('N', 'Name of the person')),
    phone: optional(text('P', 'Phone to ring: sip:alice@pbx.example or +819012345678')),
  },
});

export const staffList = define({
  words: 'staff list',
  about: 'List the staff of a tenant and the state of their phones',
  options: { tenant },
});

export const staffShow = define({
  words: 'staff show',
  about: 'Show a staff member and the state of the phone',
  options: { tenant, staff },
});

export const staffUpdate = define({
  words: 'staff update',
  about: 'Change the phone of a staff member',
  options: {
    tenant,
    staff,
    phone: required(
      text(
        'P|account|none',
        'Phone to ring: a SIP address, a number, account (the SIP account of the staff member) or none',
      ),
    ),
  },
});

export const staffAccount = define({
  words: 'staff account',
  about: 'Create a SIP account, or renew its password (shown once)',
  details: 'The staff member registers a softphone or a desk phone with this account.',
  options: { tenant, staff },
});

export const staffRemove = define({
  words: 'staff remove',
  about: 'Deactivate a staff member; calls and reports stay',
  details:
    'The phone of an inactive staff member no longer rings and no longer registers. Calls in progress go on. In the console this is the switch Active; a person who was removed there cannot be restored.',
  options: { tenant, staff },
});

export const staffRestore = define({
  words: 'staff restore',
  about: 'Make a removed staff member active again',
  options: { tenant, staff },
});

export const staffDefinitions = [
  staffCreate,
  staffList,
  staffShow,
  staffUpdate,
  staffAccount,
  staffRemove,
  staffRestore,
];
