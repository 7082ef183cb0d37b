import { Type } from 'typebox';
import { id, inputObject, list, single, timestamp } from '../http/input/schema.ts';

export const numberTag = { name: 'Numbers', description: 'Numbers that can be called, and the projects they lead to.' };

const number = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "As E.164, or as it is written in the tenant's country.",
  examples: ['+81312345678'],
});
const project_id = id('project', 'The project that it leads to.');
const outputOnly = ['project', 'created_at'];

export const NewNumber = inputObject({ number, project_id }, { title: 'NewNumber', outputOnly });
export const NumberChange = inputObject(
  { project_id: Type.Optional(project_id) },
  { title: 'NumberChange', outputOnly: [...outputOnly, 'number'] },
);

const Numbered = Type.Object(
  {
    number: Type.String({ description: 'As E.164. It is the own number of the tenant, so it is not masked.' }),
    project_id,
    project: Type.String({ description: 'What that is called.' }),
    created_at: timestamp('When it was added.'),
  },
  { title: 'Number' },
);
export const NumberAnswer = single(Numbered);
export const NumberList = list(Numbered);
export const RemovedNumber = single(
  Type.Object({ number: Type.String({ description: 'As E.164.' }) }, { title: 'RemovedNumber' }),
);

/** In a path, `+` may be written as `%2B`. */
export const NumberInPath = Type.String({
  title: 'NumberInPath',
  description: 'The number, as E.164.',
  examples: ['+81312345678'],
});

export const examples = {
  sent: { number: '03-1234-5678', project_id: 1 },
  number: { number: '+81312345678', project_id: 1, project: 'Support', created_at: '2026-11-15T09:30:00.000Z' },
  removed: { number: '+81312345678' },
};
