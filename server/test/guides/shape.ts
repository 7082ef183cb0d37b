/** Fields that programs decide by, so their values have to be as shown. */
const stable = /\.(code|field|nearest|status|call_type|event_type|end_reason|success|response_status)$/;

/**
 * Where the shape of a real answer differs from the one that a page shows: other keys or other types, at any depth. A shown key
 * `...` stands for further keys. Each shown element of an array needs a real element of its shape.
 */
export function differences(shown: unknown, real: unknown, path = 'answer'): string[] {
  if (Array.isArray(shown) && Array.isArray(real))
    return shown.flatMap((element, i) =>
      real.some((other) => differences(element, other, `${path}[${i}]`).length === 0)
        ? []
        : [`${path}[${i}] has no counterpart in ${JSON.stringify(real)}`],
    );
  if (isObject(shown) && isObject(real)) {
    const { '...': rest, ...fields } = shown;
    const missing = Object.keys(fields).filter((key) => !(key in real));
    const unknown = rest === undefined ? Object.keys(real).filter((key) => !(key in fields)) : [];
    return [
      ...missing.map((key) => `${path}.${key} is not there`),
      ...unknown.map((key) => `${path}.${key} is not shown`),
      ...Object.keys(fields).flatMap((key) =>
        key in real ? differences(fields[key], real[key], `${path}.${key}`) : [],
      ),
    ];
  }
  if (stable.test(path) && shown !== real) return [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
  return typeOf(shown) === typeOf(real) ? [] : [`${path} is ${typeOf(real)}, not ${typeOf(shown)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
