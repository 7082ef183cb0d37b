import type { Definition } from '../terminal/command.ts';
import type { Group, Section } from '../terminal/help.ts';
import { adminDefinitions } from './admin.ts';
import { asteriskDefinitions } from './asterisk.ts';
import { backup, restore } from './backup.ts';
import { keyDefinitions } from './key.ts';
import { numberDefinitions } from './number.ts';
import { personDefinitions } from './person.ts';
import { projectDefinitions } from './project.ts';
import { demo, doctor, listen, migrate, serve, version } from './single-commands.ts';
import { staffDefinitions } from './staff.ts';
import { telephonyDefinitions } from './telephony.ts';
import { tenantDefinitions } from './tenant.ts';
import { trunkDefinitions } from './trunk.ts';

// All commands, in the order of the help. Nothing here imports the code that runs them, so the help is fast.

const single = (definition: Definition): Group => ({
  name: definition.words,
  about: definition.about,
  definitions: [definition],
});

export const sections: readonly Section[] = [
  { title: 'Getting started', groups: [single(demo), single(listen), single(doctor), single(version)] },
  {
    title: 'Running the server',
    groups: [
      single(serve),
      single(migrate),
      single(backup),
      single(restore),
      { name: 'asterisk', about: 'Asterisk servers: list, drain, undrain', definitions: asteriskDefinitions },
    ],
  },
  {
    title: 'Tenants and access',
    groups: [
      {
        name: 'tenant',
        about: 'Companies that use this installation, and their limits',
        definitions: tenantDefinitions,
      },
      { name: 'admin', about: 'Administrators, who sign in to the console', definitions: adminDefinitions },
      { name: 'key', about: 'API keys', definitions: keyDefinitions },
      { name: 'person', about: 'Erase or export everything about a person', definitions: personDefinitions },
    ],
  },
  {
    title: 'Calling',
    groups: [
      { name: 'staff', about: 'Staff members and their phones', definitions: staffDefinitions },
      { name: 'project', about: 'Projects and the settings of their calls', definitions: projectDefinitions },
      { name: 'number', about: 'Phone numbers and the projects they ring', definitions: numberDefinitions },
      { name: 'trunk', about: 'SIP connections to carriers', definitions: trunkDefinitions },
      { name: 'telephony', about: 'Trunks, numbers and projects from one file', definitions: telephonyDefinitions },
    ],
  },
];
