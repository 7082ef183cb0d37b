/**
 * Reads `key=value,key2=value2` with percent-encoded values, the form of OTEL_EXPORTER_OTLP_HEADERS and
 * OTEL_RESOURCE_ATTRIBUTES. Undefined if the text has another form.
 */
export function readKeyValues(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [readPair(part)]));
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined;
}

function readPair(part: string): [string, string] | undefined {
  const [, key, value] = /^\s*([^\s=,;"]+)\s*=(.*)$/.exec(part) ?? [];
  if (key === undefined || value === undefined) return undefined;
  try {
    return [key, decodeURIComponent(value.trim())];
  } catch {
    return undefined;
  }
}
