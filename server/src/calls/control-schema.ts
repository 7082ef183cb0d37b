import { Type } from 'typebox';
import { id, inputObject, nullable, single, timestamp } from '../http/input/schema.ts';
import { callFields } from './schema.ts';

export const NewCall = inputObject(
  {
    phone_number: Type.String({
      minLength: 7,
      maxLength: 20,
      pattern: '^\\+?[0-9-]*$',
      'x-verbatim': true,
      'x-form': 'digits and hyphens, with + only in front, such as +81-90-1234-5678',
      description:
        'The number to call: 7 to 20 characters, at least 3 of them digits, the others hyphens, with `+` in front where it is international. The last four digits of a test call choose how it ends.',
      examples: ['+81-90-1234-5678'],
    }),
    staff_id: id('staff', "Staff member whose phone rings first; one of the tenant's, and active."),
    project_id: id('project', "Project that the call belongs to; one of the tenant's, and active."),
    external_id: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: "The client's own record id; unique over all calls of the tenant. Events carry it.",
        }),
      ),
    ),
    metadata: Type.Optional(
      nullable(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'Anything, at most 16 KiB as JSON and 64 levels deep. Events carry it.',
          },
        ),
      ),
    ),
  },
  {
    title: 'NewCall',
    outputOnly: callFields,
  },
);

export const StartedCall = single(
  Type.Object(
    {
      call_id: Type.String({ description: 'Assigned by the service.', examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'] }),
      status: Type.Unsafe<'initiating'>({
        type: 'string',
        enum: ['initiating'],
        description: 'Where every call begins.',
      }),
      staff_id: id('staff', 'Staff member who places the call.'),
      initiated_at: timestamp('When the call was accepted.'),
    },
    { title: 'StartedCall' },
  ),
);
