// Copies of calls and customers, in events and in kept answers, without the person. A field whose text is not listed here is
// removed, so that fields which are added later are removed too.

type Fields = Record<string, unknown>;

const impersonalTexts = new Set([
  ...[
    'call_id',
    'call_type',
    'status',
    'end_reason',
    'hangup_by',
    'staff_leg_status',
    'customer_leg_status',
    'recording',
  ],
  ...['initiated_at', 'started_at', 'answered_at', 'ended_at', 'created_at', 'updated_at', 'deleted_at'],
  ...['code', 'field', 'message'], // Of errors: our own words.
]);

/** Texts that the OpenAPI document promises. */
const neverNull = new Set(['name', 'number']);

/** A copy of a call or customer with its ids, times, numbers of seconds and results alone. */
export function withoutPerson(copy: Fields): Fields {
  const ofCall = 'call_id' in copy;
  return Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [
      name,
      ofCall && name === 'customer_id' ? null : impersonal(name, value),
    ]),
  );
}

function impersonal(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object') return null;
  if (typeof value !== 'string' || impersonalTexts.has(name)) return value;
  return neverNull.has(name) ? '' : null;
}

export type Erased = { callIds: Set<unknown>; customerIds: Set<unknown>; numbers: Set<unknown> };

/** An answer without the person, wherever it contains one of these calls, customers or numbers. */
export function answerWithoutPerson(answer: unknown, erased: Erased): unknown {
  if (Array.isArray(answer)) return answer.map((item) => answerWithoutPerson(item, erased));
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = answer as Fields;
  // A refused item of an import has the id that the client sent, and names the customer in its error.
  const isRefused = 'external_id' in fields && isAbout(fields.error, erased);
  if (isRefused || isNamed(fields, erased)) return withoutPerson(fields);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, answerWithoutPerson(value, erased)]));
}

const isNamed = ({ call_id, customer_id, number }: Fields, erased: Erased) =>
  erased.callIds.has(call_id) || erased.customerIds.has(customer_id) || erased.numbers.has(number);

function isAbout(part: unknown, erased: Erased): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return isNamed(part as Fields, erased) || Object.values(part).some((value) => isAbout(value, erased));
}
