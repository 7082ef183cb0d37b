import { id, inputObject, nullable, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { callFields } from './schema.ts';

export const NewCallSchema = inputObject(
  {
    phone_number: Type.String({
      minLength: 7,
      maxLength: 20,
      pattern: '^\\+?[0-9-]*$',
      'x-verbatim': true,
      'x-form': 'digits and hyphens, with + only at the start, such as +81-90-1234-5678',
      description:
        'The number to call: 7 to 20 characters, only digits and hyphens, with at least 3 digits and an optional `+` at the start. Spaces are not accepted. In a test call, the last four digits select the outcome.',
      examples: ['+81-90-1234-5678'],
    }),
    staff_id: id(
      'staff',
      'Staff member who makes the call; their phone rings first. Must be an active staff member of the tenant.',
    ),
    project_id: id(
      'project',
      'Project of the call. It determines the caller ID, the trunk and whether the call is recorded. Must be an active project of the tenant.',
    ),
    external_id: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'Your own id for this call, unique among all calls of the tenant. Returned with the call and in its events, and protects against starting the same call twice.',
        }),
      ),
    ),
    metadata: Type.Optional(
      nullable(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'Your own data, as any JSON object of at most 16 KiB and 64 levels. Returned with the call and in its events.',
          },
        ),
      ),
    ),
  },
  {
    title: 'NewCall',
    // An annotation is refused rather than ignored: it is sent after the start, with `PUT /calls/{callId}`.
    outputOnly: callFields.filter((name) => !['note', 'tags', 'outcome'].includes(name)),
  },
);

export const StartedCallSchema = single(
  Type.Object(
    {
      call_id: Type.String({
        description: 'Id of the call, assigned by the service.',
        examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
      }),
      status: Type.Unsafe<'initiating'>({
        type: 'string',
        enum: ['initiating'],
        description: 'Always `initiating`: the call is accepted, and dialing starts now.',
      }),
      staff_id: id('staff', 'Staff member who makes the call.'),
      initiated_at: timestamp('Time at which the call was accepted.'),
    },
    { title: 'StartedCall', description: 'A call that was accepted.' },
  ),
);
