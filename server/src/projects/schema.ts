import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { ringStrategies } from './ring-strategies.ts';

export const projectTag = {
  name: 'Projects',
  description: 'Projects group customers and calls. Their settings decide how calls are made, received and recorded.',
};

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

const name = text('Name of the project.');
const settings = {
  caller_id: nullable(
    text('Caller ID: the phone number that customers see, in E.164 format. Null: the default of the trunk.'),
  ),
  trunk: nullable(text('Name of the trunk for outbound calls. Null: the default trunk of the server.')),
  records_calls: Type.Boolean({ description: 'Whether calls of the project are recorded.' }),
  analyses_calls: Type.Boolean({
    description:
      'Whether recordings are analyzed, transcribed and summarized. It must be turned on for the tenant too.',
  }),
  announces_recording: Type.Boolean({ description: 'Whether an announcement says that the call is recorded.' }),
  has_voicemail: Type.Boolean({ description: 'Whether callers can leave a message if no staff member answers.' }),
  accepts_anonymous: Type.Boolean({
    description:
      'Whether callers who withhold their number are put through. Otherwise their calls are rejected, and not listed.',
  }),
  ring_strategy: Type.Unsafe<string>({
    type: 'string',
    enum: ringStrategies,
    description:
      'Order in which an inbound call rings the staff. `all`: all phones at the same time. `in_order`: one phone after another.',
  }),
  staff_ids: Type.Array(id('staff', 'Id of a staff member of the tenant.'), {
    maxItems: 1_000,
    description: 'Staff members whose phones ring for inbound calls, in this order. Empty: all staff members.',
  }),
  language: nullable(
    text(
      'Language of the conversations, such as `ja`, for transcription and summary. `auto`: it is detected in each call. Null: the setting of the tenant.',
    ),
  ),
};

const outputOnly = ['project_id', 'is_active', 'created_at'];

export const NewProject = inputObject(
  { name, ...Type.Partial(Type.Object(settings)).properties },
  { title: 'NewProject', outputOnly },
);
export const ProjectChangeSchema = inputObject(Type.Partial(Type.Object({ name, ...settings })).properties, {
  title: 'ProjectChange',
  outputOnly,
});

const Project = Type.Object(
  {
    project_id: id('project', 'Id of the project, assigned by the service.'),
    name,
    is_active: Type.Boolean({
      description: 'Whether the project is in use. New calls and customers require an active project.',
    }),
    ...settings,
    created_at: timestamp('Time of creation.'),
  },
  { title: 'Project', description: 'A project with its settings for calls.' },
);
export const ProjectFilters = {
  is_active: Type.Optional(
    Type.Boolean({ description: 'Returns only active projects, or only those that were removed.' }),
  ),
};

export const ProjectAnswer = single(Project);
export const ProjectList = list(Project);

export const ProjectIdSchema = id('project', 'The `project_id` of the project.', { title: 'ProjectId', examples: [1] });

export const examples = {
  sent: { name: 'サポート', records_calls: true, has_voicemail: true, ring_strategy: 'all', language: 'ja' },
  change: { caller_id: '+81312345678', trunk: 'carrier', staff_ids: [3, 5] },
  project: {
    project_id: 1,
    name: 'サポート',
    is_active: true,
    caller_id: '+81312345678',
    trunk: 'carrier',
    records_calls: true,
    analyses_calls: true,
    announces_recording: false,
    has_voicemail: true,
    accepts_anonymous: true,
    ring_strategy: 'all',
    staff_ids: [3, 5],
    language: 'ja',
    created_at: '2026-11-15T09:30:00.000Z',
  },
};
