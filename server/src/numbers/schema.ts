import { id, inputObject, list, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const numberTag = {
  name: 'Numbers',
  description: 'Phone numbers of the tenant that customers can call, and the project of each.',
};

const number = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Phone number in E.164 format, or in the national format of the default country of the tenant.',
  examples: ['+81312345678'],
});
const project_id = id('project', 'Project whose staff receives calls to this number.');
const outputOnly = ['project', 'created_at'];

export const NewNumber = inputObject({ number, project_id }, { title: 'NewNumber', outputOnly });
export const NumberChange = inputObject(
  { project_id: Type.Optional(project_id) },
  { title: 'NumberChange', outputOnly: [...outputOnly, 'number'] },
);

const Numbered = Type.Object(
  {
    number: Type.String({
      description: 'Phone number in E.164 format. It belongs to the tenant, so it is not masked.',
    }),
    project_id,
    project: Type.String({ description: 'Name of the project.' }),
    created_at: timestamp('Time at which the number was added.'),
  },
  { title: 'Number', description: 'A phone number of the tenant.' },
);
export const NumberAnswer = single(Numbered);
export const NumberList = list(Numbered);
export const RemovedNumber = single(
  Type.Object(
    { number: Type.String({ description: 'The removed number, in E.164 format.' }) },
    { title: 'RemovedNumber' },
  ),
);

/** In a path, `+` may be written as `%2B`. */
export const NumberInPath = Type.String({
  title: 'NumberInPath',
  description: 'The phone number in E.164 format. `+` can be sent as it is, or encoded as `%2B`.',
  examples: ['+81312345678'],
});

export const examples = {
  sent: { number: '03-1234-5678', project_id: 1 },
  number: { number: '+81312345678', project_id: 1, project: 'サポート', created_at: '2026-11-15T09:30:00.000Z' },
  removed: { number: '+81312345678' },
};
