import {
  countOrNull,
  id,
  idOrNull,
  inputObject,
  list,
  nullable,
  textOrNull,
  timestamp,
  timestampOrNull,
  word,
  wordOrNull,
} from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { callStatuses } from './state/call-state.ts';
import { longestLabel, mostTags } from './state/label-limits.ts';

export const callTag = {
  name: 'Calls',
  description:
    'Calls between staff members and customers, outbound and inbound. A test key starts and reads only test calls, which are simulated; a live key starts and reads only live calls.',
};

export const CallIdSchema = Type.String({
  title: 'CallId',
  description:
    'The `call_id` of the call. Unknown ids, calls of other tenants, and calls of the other mode (test or live) return 404.',
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const call_id = Type.String({
  pattern: '^call_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description: 'Id of the call, assigned by the service: `call_` and 26 characters. Ids sort by time of initiation.',
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});
const status = word(
  callStatuses,
  'Current state or final result. `initiating`: accepted, and the called party does not ring yet. `ringing`: the phone of the called party rings. `connected`: answered. Final results without a conversation: `no_answer`, `busy`, `rejected` (the called party declined), `canceled` (hung up before the answer), `failed` (see `end_reason`), `missed_call` (inbound, not answered), `voicemail` (a voicemail box answered, or the caller left a message). A call that was answered stays `connected` after it ends: a call is over when `ended_at` is set.',
);

export const callItemFields = {
  call_id,
  call_type: word(
    ['outbound', 'inbound'],
    '`outbound`: the staff member calls the customer. `inbound`: the customer calls one of your numbers.',
  ),
  status,
  phone_number: nullable(
    Type.String({
      description:
        'Phone number of the customer, masked: only the first three and the last four digits are visible. `anonymous` if the caller withholds the number. Null after an administrator has erased the person.',
      examples: ['819*****5678'],
    }),
  ),
  staff_id: idOrNull(
    'staff',
    'Staff member of the call. Null for an inbound call that rang several staff members or none, until one of them answers.',
  ),
  project_id: id('project', 'Project of the call.'),
  started_at: timestampOrNull(
    'Time of the answer for a connected call, otherwise the start of dialing. Null until dialing starts.',
  ),
  ended_at: timestampOrNull('Time at which the call ended. Null while it is in progress.'),
  duration_seconds: countOrNull(
    'Talk time from answer to end, in whole seconds. 0 if the call was never answered, null while it is in progress.',
  ),
  external_id: textOrNull('Your own id for the call, from `POST /calls/initiate`. Null if none was sent.'),
};

/** Commas separate several values of a filter. */
const withoutComma = { minLength: 1, maxLength: longestLabel, pattern: '^[^,]*$', 'x-form': 'text without commas' };

/** Fields that `PUT /calls/{callId}` sets. */
const annotationFields = {
  note: nullable(
    Type.String({ maxLength: 10_000, description: 'Your own note about the call. Null if none was written.' }),
  ),
  tags: Type.Array(Type.String(withoutComma), {
    maxItems: mostTags,
    'x-distinct': true,
    description: `Your own tags, in the order in which they were sent: at most ${mostTags}, each of 1 to ${longestLabel} characters without a comma.`,
    examples: [['delivery', 'follow-up']],
  }),
  outcome: nullable(
    Type.String({
      ...withoutComma,
      description: `Your own result of the call, 1 to ${longestLabel} characters without a comma. Null if none was set.`,
      examples: ['callback'],
    }),
  ),
};

/** Fields of a single call that lists do not have. */
export const callInFull = {
  phone_number: nullable(
    Type.String({
      description:
        'Full phone number of the customer: as sent in `POST /calls/initiate`, or as the caller showed it. Null after an administrator has erased the person.',
      examples: ['+81-90-1234-5678'],
    }),
  ),
  customer_id: idOrNull(
    'customer',
    'Customer with this phone number, looked up when the call started. Null if no customer matched.',
  ),
  initiated_at: timestamp(
    'Time at which the call was accepted. It never changes; lists and reports sort and filter by it.',
  ),
  answered_at: timestampOrNull(
    'Time at which the called party answered: the customer of an outbound call, the staff member of an inbound one. Null if the call was not answered, or only by voicemail.',
  ),
  ring_seconds: countOrNull(
    'How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing.',
  ),
  end_reason: textOrNull(
    'Exact reason for the end, null while the call is in progress: `completed` (a party hung up after the conversation), `hung_up_by_api`, `too_long`, `media_lost`; `no_answer`, `busy`, `rejected`, `canceled_by_staff`, `canceled_by_api`, `caller_gave_up`, `voicemail`; `staff_no_answer`, `staff_busy`, `staff_rejected`, `staff_unreachable` (no staff member answered; in an outbound call the customer was never called); `invalid_number`, `unreachable`, `trunk_error`, `trunk_down`, `engine_error`, `system_recovered`. New values may be added.',
  ),
  hangup_by: wordOrNull(
    ['staff', 'customer', 'system'],
    'The party that ended the call: `staff`, `customer`, or `system` (Trunkline or the telephone network). Null while the call is in progress.',
  ),
  sip_code: nullable(
    Type.Integer({
      description: 'Last SIP response code of the telephone network, such as 486 for busy. Null if there was none.',
    }),
  ),
  q850_cause: nullable(
    Type.Integer({
      description: 'Q.850 cause code of the telephone network, such as 16 for normal clearing. Null if there was none.',
    }),
  ),
  staff_leg_status: textOrNull(
    'State of the staff leg: `dialling`, `ringing`, `answered` or `ended`. Null if this leg was never dialed.',
  ),
  customer_leg_status: textOrNull('State of the customer leg, with the same values as `staff_leg_status`.'),
  is_on_hold: Type.Boolean({ description: 'Whether the call is on hold now.' }),
  hold_seconds: Type.Integer({
    minimum: 0,
    description: 'Total time on hold in whole seconds, including a hold that is in progress.',
  }),
  holds: Type.Array(
    Type.Object({
      start_seconds: Type.Number({ minimum: 0, description: 'Start of the hold, in seconds after the answer.' }),
      end_seconds: nullable(
        Type.Number({
          minimum: 0,
          description: 'End of the hold, in seconds after the answer. Null while the hold is in progress.',
        }),
      ),
    }),
    { description: 'All holds of the call, in order of time.' },
  ),
  test: Type.Boolean({ description: 'True for a test call, which is simulated and rings no phone.' }),
  metadata: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Your own data, from `POST /calls/initiate` or `PUT /calls/{callId}`. Null if none was sent.',
      },
    ),
  ),
  ...annotationFields,
  updated_at: timestamp(
    'Time of the last change: of the call itself, or of its note, tags, outcome or metadata. A request that changes nothing leaves it as it is.',
  ),
};

export const CallItem = Type.Object(callItemFields, {
  title: 'CallItem',
  description: 'A call in a list, with its phone number masked.',
});

export const CallList = list(CallItem);

/** All field names of a call, including those that `recordings` and `insights` add. */
export const callFields = [
  ...Object.keys({ ...callItemFields, ...callInFull }),
  ...['recording', 'transcription', 'summary', 'voice_analysis'],
];

/** What `PUT /calls/{callId}` takes: the annotation, and fields that may be repeated but not changed. */
export const CallChangeSchema = inputObject(
  Type.Partial(
    Type.Object({
      ...annotationFields,
      tags: nullable(annotationFields.tags),
      metadata: nullable(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'Your own data, as any JSON object of at most 16 KiB and 64 levels. Replaced as a whole.',
          },
        ),
      ),
      external_id: textOrNull('Cannot change: send the current value, or leave it out.'),
      staff_id: idOrNull('staff', 'Cannot change: send the current value, or leave it out.'),
      project_id: id('project', 'Cannot change: send the current value, or leave it out.'),
      phone_number: nullable(
        Type.String({
          'x-verbatim': true,
          description:
            'Cannot change: send the current value, or leave it out. The masked number, or the same number in another notation, counts as the current value.',
        }),
      ),
    }),
  ).properties,
  { title: 'CallChange', outputOnly: callFields },
);

const several = (name: string, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      description: `${description} Separate several ${name} with commas.`,
      examples: [example],
    }),
  );

/** The filters of lists of calls. */
export const CallFilterParameters = {
  status: several(
    'statuses',
    `Returns only calls with this status: ${callStatuses.map((one) => `\`${one}\``).join(', ')}.`,
    'no_answer,busy',
  ),
  staff_id: several('ids', 'Returns only calls of this staff member.', '7'),
  project_id: several('ids', 'Returns only calls of this project.', '1,2'),
  call_type: several('types', 'Returns only calls of this type: `outbound` or `inbound`.', 'outbound'),
  external_id: several('ids', 'Returns only the call with this `external_id`.', 'crm-1001'),
  customer_id: several('ids', 'Returns only calls with this customer.', '42'),
  phone_number: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      'x-verbatim': true,
      description:
        'Returns only calls with this phone number, in any form that `POST /calls/initiate` accepts; numbers are compared in E.164 format. A number without `+` is read as a national number of the default country of the tenant. Write the `+` as `%2B` in a URL.',
      examples: ['+819012345678'],
    }),
  ),
  tag: several('tags', 'Returns only calls with this tag.', 'delivery,follow-up'),
  outcome: several('outcomes', 'Returns only calls with this outcome.', 'callback'),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description:
        'Returns only calls whose transcript, summary or note contain all of these words, in any order. Case, width and the kind of kana make no difference.',
      examples: ['invoice Monday'],
    }),
  ),
};
