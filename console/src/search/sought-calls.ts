/** The requests that find calls by a text: by its id, or by each of these filters. */
type Sought = { callId: string; filters?: undefined } | { callId?: undefined; filters: Filter[] };
type Filter = { external_id: string } | { phone_number: string } | { q: string };

export function callsSoughtBy(text: string): Sought {
  if (/^call_[0-9A-Z]{26}$/.test(text)) return { callId: text };
  const exact = { external_id: text };
  if (isNumber(text)) return { filters: [exact, { phone_number: text }] };
  // The lengths that the API accepts.
  const characters = [...text].length;
  return { filters: characters >= 2 && characters <= 100 ? [exact, { q: text }] : [exact] };
}

/** Seven digits and more, and what people write between them. */
const isNumber = (text: string) => {
  const written = text.normalize('NFKC');
  return /^\+?[\d\s().\-\u2212ー]+$/.test(written) && written.replace(/\D/g, '').length >= 7;
};
