import { pagingParameters } from '../http/input/paging.ts';
import { id, inputObject, list, nullable, single, timestampOrNull, word } from '../http/input/schema.ts';
import { licenses, scopes } from '../platform/caller.ts';
import { Type } from '../platform/schema-type.ts';
import { availabilities } from './availability.ts';

export const directoryTag = {
  name: 'Directory',
  description:
    'The tenant of a key, and the ids of its staff and projects, which other operations require. Every valid key can read them.',
};

const language = (ofWhom: string) =>
  Type.String({ description: `${ofWhom}, such as \`ja\`; \`auto\`: it is detected in each call.`, examples: ['ja'] });

const Me = Type.Object(
  {
    tenant: Type.Object(
      {
        tenant_id: id('tenant', 'Id of the tenant.'),
        name: Type.String({ description: 'Name of the tenant.' }),
        timezone: Type.String({ description: 'Time zone of the tenant, in which reports have their days.' }),
        default_country: nullable(
          Type.String({
            description: 'Country of phone numbers in national format. Null: only international numbers are accepted.',
          }),
        ),
        language: language('Language of the calls'),
        licenses: Type.Array(word(licenses, 'A license.'), { description: 'Licenses of the tenant.' }),
      },
      { title: 'OwnTenant' },
    ),
    key: Type.Object(
      {
        key_id: id('key', 'Id of the key.'),
        name: Type.String({ description: 'Name of the key.' }),
        kind: word(['test', 'live'], '`test`: calls are simulated. `live`: calls ring real phones.'),
        scopes: Type.Array(word(scopes, 'A scope.'), { description: 'Scopes of the key.' }),
        expires_at: timestampOrNull('Time at which the key expires. Null if it does not expire.'),
        ip_allowlist: Type.Array(Type.String(), {
          description: 'IP addresses and CIDR ranges that can use the key. Empty: any address.',
        }),
      },
      { title: 'OwnKey' },
    ),
  },
  { title: 'Me', description: 'The tenant and the key of a request.' },
);
export const MeAnswer = single(Me);

const Staff = Type.Object(
  {
    staff_id: id('staff', 'Id of the staff member.'),
    name: Type.String({ description: 'Name of the staff member.' }),
    is_active: Type.Boolean({ description: 'Whether the staff member can make and take calls.' }),
    project_ids: Type.Array(id('project', 'Id of a project.'), {
      description: 'Projects that name this staff member. Empty: every project.',
    }),
    availability: word(
      availabilities,
      '`busy`: on a call of the mode of the key. `unreachable`: has no phone, or the phone is not registered. `available`: otherwise. It is at most a second old.',
    ),
  },
  { title: 'Staff', description: 'A staff member, as programs see them.' },
);
export const StaffAnswer = single(Staff);
export const StaffList = list(Staff);

const Project = Type.Object(
  {
    project_id: id('project', 'Id of the project.'),
    name: Type.String({ description: 'Name of the project.' }),
    is_active: Type.Boolean({ description: 'Whether the project can have new calls and customers.' }),
    language: language('Language of the calls of this project'),
    numbers: Type.Array(Type.String(), { description: 'Phone numbers of the project, in E.164 format.' }),
  },
  { title: 'Project', description: 'A project, as programs see it.' },
);
export const ProjectAnswer = single(Project);
export const ProjectList = list(Project);

const common = {
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Returns only those whose name contains this text. Ignores case, width and kana differences.',
    }),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'Returns only active ones, or only inactive ones.' })),
};
export const StaffQuery = inputObject({
  ...common,
  project_id: Type.Optional(id('project', 'Returns only staff who work for this project.')),
});
export const ProjectQuery = inputObject(common);

export const StaffIdSchema = id('staff', 'The `staff_id` of the staff member.', { title: 'StaffId', examples: [3] });
export const ProjectIdSchema = id('project', 'The `project_id` of the project.', {
  title: 'ProjectId',
  examples: [1],
});

export const examples = {
  me: {
    tenant: {
      tenant_id: 7,
      name: 'サンプル株式会社',
      timezone: 'Asia/Tokyo',
      default_country: 'JP',
      language: 'ja',
      licenses: ['open_api_advanced'],
    },
    key: {
      key_id: 12,
      name: 'CRM',
      kind: 'test',
      scopes: ['customers:read', 'calls:initiate', 'calls:read'],
      expires_at: null,
      ip_allowlist: ['203.0.113.0/24'],
    },
  },
  staff: { staff_id: 3, name: '佐藤 花子', is_active: true, project_ids: [1], availability: 'available' },
  project: { project_id: 1, name: 'サポート', is_active: true, language: 'ja', numbers: ['+81312345678'] },
};
