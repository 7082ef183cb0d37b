import { roles } from '../../platform/caller.ts';
import { define } from '../terminal/command.ts';
import { flag, ids, oneOf, optional, required, text } from '../terminal/options.ts';
import { tenant } from './tenant-option.ts';

const email = required(text('E', 'The email address that the administrator signs in with'));

export const adminCreate = define({
  words: 'admin create',
  about: 'Create an administrator and print the password (shown once)',
  details: 'The administrator chooses another password at the first sign-in.',
  options: {
    tenant,
    email,
    role: optional(
      oneOf(roles, 'A viewer has read-only access, a supervisor that to calls of projects (default: administrator)'),
    ),
    projects: optional(ids('project', 'P,...', 'The projects of a supervisor')),
  },
  examples: ['admin create --tenant 1 --email alice@example.com'],
});

export const adminList = define({
  words: 'admin list',
  about: 'List the administrators of a tenant',
  options: { tenant },
});

export const adminResetPassword = define({
  words: 'admin reset-password',
  about: 'Set a new password and print it (shown once)',
  details: 'All sessions of the administrator end, and the next sign-in asks for another password.',
  options: {
    tenant,
    email,
    totp: optional(
      oneOf(['keep', 'remove'], 'Whether sign-in still asks for codes of an authenticator app (default: keep)'),
    ),
  },
});

export const adminRemove = define({
  words: 'admin remove',
  about: 'Remove an administrator and end all sessions',
  details:
    'This cannot be undone. The audit log keeps what the administrator did. The last administrator of a tenant stays.',
  options: { tenant, email, yes: flag('Do not ask for confirmation') },
});

export const adminDefinitions = [adminCreate, adminList, adminResetPassword, adminRemove];
