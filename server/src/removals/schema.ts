import { id, nullable, single, timestamp, word } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { ringsThen } from './queries.ts';

export const removalTag = {
  name: 'Removals',
  description:
    'Removal of people and projects, and previews of the effects of removing people, projects, numbers and trunks.',
};

const count = (description: string) => Type.Integer({ minimum: 0, description });
const projectId = id('project', 'Id of the project.');
const projectName = Type.String({ description: 'Name of the project.' });
const staff_id = id('staff', 'Id of the staff member.');

export const StaffRemoval = single(
  Type.Object(
    {
      staff_id,
      name: Type.String({ description: 'Name of the staff member.' }),
      username: nullable(
        Type.String({ description: 'SIP account that is removed too. Its phone can no longer register. Null: none.' }),
      ),
      open_calls: count('Calls of the staff member in progress, test and live. They continue.'),
      projects: Type.Array(
        Type.Object({
          project_id: projectId,
          name: projectName,
          rings_then: word(
            ringsThen,
            'Staff whose phones ring for inbound calls afterwards. `others`: the other staff of the project. `all`: all staff, because the project has no other staff. `nobody`: none, because the other staff of the project are inactive.',
          ),
        }),
        { description: 'Active projects that name the staff member, who is taken out of them.' },
      ),
      is_last: Type.Boolean({ description: 'Whether no other staff member is active, so that no calls can be made.' }),
    },
    { title: 'StaffRemoval', description: 'Effects of removing a staff member.' },
  ),
);

export const RemovedStaff = single(
  Type.Object(
    { staff_id, removed_at: timestamp('Time of the removal.') },
    { title: 'RemovedStaff', description: 'A staff member who was removed.' },
  ),
);

export const ProjectRemoval = single(
  Type.Object(
    {
      project_id: projectId,
      name: projectName,
      open_calls: count('Calls of the project in progress, test and live. They continue.'),
      customers: count('Customers of the project. They stay.'),
      numbers: Type.Array(Type.String({ description: 'Phone number in E.164 format.' }), {
        description: 'Numbers that ring the project. With any, the project cannot be removed.',
      }),
      webhooks: Type.Array(
        Type.Object({
          webhook_id: id('webhook', 'Id of the webhook.'),
          label: Type.String({ description: 'Label of the webhook.' }),
        }),
        { description: 'Webhooks that filter by this project only, and so receive no new events.' },
      ),
      is_last: Type.Boolean({ description: 'Whether no other project is active. The last one cannot be removed.' }),
    },
    { title: 'ProjectRemoval', description: 'Effects of removing a project.' },
  ),
);

export const RemovedProject = single(
  Type.Object(
    { project_id: projectId, is_active: Type.Boolean({ description: 'Always false.' }) },
    { title: 'RemovedProject', description: 'A project that was removed, and can be restored.' },
  ),
);

export const RestoredProject = single(
  Type.Object(
    { project_id: projectId, is_active: Type.Boolean({ description: 'Always true.' }) },
    { title: 'RestoredProject', description: 'A project that is active again.' },
  ),
);

export const NumberRemoval = single(
  Type.Object(
    {
      number: Type.String({ description: 'Phone number in E.164 format.' }),
      project_id: projectId,
      project: projectName,
      other_numbers: count('Other numbers that ring the same project.'),
      caller_id_of: Type.Array(Type.Object({ project_id: projectId, name: projectName }), {
        description: 'Active projects that show this number to customers, and keep showing it.',
      }),
    },
    { title: 'NumberRemoval', description: 'Effects of removing a phone number.' },
  ),
);

export const TrunkRemoval = single(
  Type.Object(
    {
      trunk_id: id('trunk', 'Id of the trunk.'),
      name: Type.String({ description: 'Name of the trunk.' }),
      projects: Type.Array(
        Type.Object({
          project_id: projectId,
          name: projectName,
          is_active: Type.Boolean({ description: 'False if the project was removed.' }),
        }),
        { description: 'Projects that call over the trunk. With any, the trunk cannot be removed.' },
      ),
    },
    { title: 'TrunkRemoval', description: 'Effects of removing a trunk.' },
  ),
);

export const examples = {
  staff: {
    staff_id: 3,
    name: '佐藤 花子',
    username: 'staff-3',
    open_calls: 1,
    projects: [{ project_id: 1, name: 'サポート', rings_then: 'all' }],
    is_last: false,
  },
  removedStaff: { staff_id: 3, removed_at: '2026-11-15T09:30:00.000Z' },
  project: {
    project_id: 1,
    name: 'サポート',
    open_calls: 0,
    customers: 1_200,
    numbers: ['+81312345678'],
    webhooks: [{ webhook_id: 4, label: 'CRM' }],
    is_last: false,
  },
  removedProject: { project_id: 1, is_active: false },
  restoredProject: { project_id: 1, is_active: true },
  number: {
    number: '+81312345678',
    project_id: 1,
    project: 'サポート',
    other_numbers: 0,
    caller_id_of: [{ project_id: 1, name: 'サポート' }],
  },
  trunk: { trunk_id: 7, name: 'carrier', projects: [{ project_id: 1, name: 'サポート', is_active: true }] },
};
