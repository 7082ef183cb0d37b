import { keysOf } from './keys-of.ts';

// The possible faults of one field of a request, with their meanings. A published code keeps its name and meaning; new ones may
// be added.
const faults = {
  address_not_allowed: 'The URL has a private, local or other special address. Use a public address.',
  assistants_not_allowed:
    'Assistants may not start live calls with the API key. Use a test key, or a live key that was created for assistants.',
  call_in_progress: 'The call has not ended yet. Try again after its end.',
  conflicting: 'Two fields exclude each other, or a field and its alias have different values. Send only one of them.',
  destination_not_allowed: 'The operator does not allow calls to this country.',
  duplicate: 'A value is listed twice. Send it once.',
  duplicate_external_id: 'Another record already has this external_id. Use that record, or send a different value.',
  immutable: 'The field cannot change after creation. Leave it out, or send its current value.',
  invalid_characters: 'The text contains NUL characters or unpaired surrogates. Remove them.',
  invalid_format: 'The value does not have the required format. The message describes it.',
  invalid_type: 'The value has the wrong JSON type, such as a string instead of a number.',
  limit_reached: 'The tenant or the request has reached a limit. The message names it.',
  missing_license: 'The tenant lacks the license. Ask the operator to add it.',
  missing_scope: 'The API key lacks the scope. Use a key that has it.',
  more_faults: 'Further faults are not listed. Correct the listed ones and send the request again.',
  no_recording: 'The call has no recording.',
  not_allowed: 'The value is not one of the allowed values. The message lists them.',
  not_connected: 'The call was never answered.',
  not_recorded: 'The call is not recorded.',
  number_blocked: 'The number is on the never-call list of the tenant.',
  out_of_range: 'The number, date or time is too small or too large.',
  project_not_found: 'The tenant has no active project with this id.',
  recording_deleted: 'The recording was deleted, by a request or at the end of its retention period.',
  repeated:
    'The query parameter is sent more than once. Send it once, with commas between values where a list is allowed.',
  required: 'A required field or parameter is missing.',
  staff_not_found: 'The tenant has no active staff member with this id.',
  switched_off: 'The feature is turned off for the project or tenant. Ask an administrator to turn it on.',
  test_delivery: 'A test event cannot be sent again. Send a new test.',
  too_deep: 'The value is nested too deeply. Send at most 64 levels.',
  too_few: 'The list has too few items.',
  too_large: 'The value is too large as JSON.',
  too_long: 'The text is too long.',
  too_many: 'The list or object has too many items or fields.',
  too_short: 'The text is empty or too short.',
  unknown_field: 'The field or query parameter does not exist. The detail suggests the nearest name, if there is one.',
  unknown_timezone: 'The time zone is not an IANA name, such as Asia/Tokyo.',
  webhook_disabled: 'The webhook is disabled. Enable it first.',
};

// Faults of the administrators' API only.
const consoleFaults = {
  already_rotated: 'The API key was already rotated. Rotate the key that replaced it.',
  by_operator: 'Only the operator can change this setting. Ask the operator.',
  customer_not_found: 'The tenant has no customer with this id.',
  in_use: 'The object is still in use. The detail names its users.',
  invalid_recovery_code: 'The recovery code is wrong or was already used. Send another one.',
  invalid_totp_code: 'The code is wrong or was already used. Send the next code of the app.',
  last_administrator: 'The tenant must keep at least one administrator.',
  last_project: 'The tenant must keep at least one active project.',
  no_account: 'The staff member has no SIP account. Create one first.',
  not_active: 'The API key is revoked or expired. Create a new one.',
  not_begun: 'Two-factor setup has not been started.',
  own_account: 'You cannot do this with your own account. Ask another administrator.',
  taken: 'The value is already in use, possibly by another tenant. Choose another one.',
  trunk_not_found: 'The tenant has no trunk with this name.',
  unchanged: 'The new password equals the current one. Choose another one.',
  wrong_password: 'The password is wrong.',
};

export const faultMeanings = { ...faults, ...consoleFaults };
export type FaultCode = keyof typeof faultMeanings;
/** The faults that a client with an API key can get. */
export const openFaultCodes: FaultCode[] = keysOf(faults);
export const faultCodes: FaultCode[] = keysOf(faultMeanings);
