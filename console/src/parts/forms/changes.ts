/**
 * The fields of `after` that differ from those of `before`. A form sends only these, so that two people can change different
 * fields. `before` has to be what the form began with: what is stored may have changed meanwhile.
 */
export function changesOf<Values extends object>(before: object, after: Values): Partial<Values> {
  const known: Record<string, unknown> = { ...before };
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
