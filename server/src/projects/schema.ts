import { Type } from 'typebox';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { ringStrategies } from './change-project.ts';

export const projectTag = { name: 'Projects', description: 'What customers and calls belong to, and how it calls.' };

const text = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

const name = text('What it is called.');
const settings = {
  caller_id: nullable(text('The number that customers see, as E.164; null is what the trunk shows.')),
  trunk: nullable(text('Name of the trunk that its calls go out over; null is the one of the server.')),
  records_calls: Type.Boolean({ description: 'Whether its calls are recorded.' }),
  analyses_calls: Type.Boolean({
    description:
      'Whether what was recorded is analysed, written down and summarised; the tenant must have it switched on, too.',
  }),
  announces_recording: Type.Boolean({ description: 'Whether it is said that a call is recorded.' }),
  has_voicemail: Type.Boolean({ description: 'Whether callers whom nobody answers may leave a message.' }),
  ring_strategy: Type.Unsafe<string>({
    type: 'string',
    enum: ringStrategies,
    description: 'Whether a call that comes in rings everywhere at once, or one after the other.',
  }),
  staff_ids: Type.Array(id('staff', 'Staff member of the tenant.'), {
    maxItems: 1_000,
    description: 'Who is rung for calls that come in, in this order; empty is everybody.',
  }),
  language: nullable(text('What is spoken, such as `ja`; null is what the tenant speaks.')),
};

const outputOnly = ['project_id', 'is_active', 'created_at'];

export const NewProject = inputObject(
  { name, ...Type.Partial(Type.Object(settings)).properties },
  { title: 'NewProject', outputOnly },
);
export const ProjectChange = inputObject(Type.Partial(Type.Object({ name, ...settings })).properties, {
  title: 'ProjectChange',
  outputOnly,
});

const Project = Type.Object(
  {
    project_id: id('project', 'Assigned by the service.'),
    name,
    is_active: Type.Boolean({ description: 'Whether it is in use.' }),
    ...settings,
    created_at: timestamp('When it was created.'),
  },
  { title: 'Project' },
);
export const ProjectAnswer = single(Project);
export const ProjectList = list(Project);

export const ProjectId = id('project', 'The `project_id` of the project.', { title: 'ProjectId', examples: [1] });

export const examples = {
  sent: { name: 'Support', has_voicemail: true },
  change: { caller_id: '+81312345678', trunk: 'carrier', staff_ids: [3, 5] },
  project: {
    project_id: 1,
    name: 'Support',
    is_active: true,
    caller_id: '+81312345678',
    trunk: 'carrier',
    records_calls: true,
    analyses_calls: true,
    announces_recording: false,
    has_voicemail: true,
    ring_strategy: 'all',
    staff_ids: [3, 5],
    language: null,
    created_at: '2026-11-15T09:30:00.000Z',
  },
};
