// What the Accept header of an assistant says about the two types in which MCP answers.

/** Without the header, every type is accepted. */
export function acceptsJson(accept?: string): boolean {
  const ranges = rangesOf(accept || '*/*');
  const closest = ['application/json', 'application/*', '*/*'].find((range) => ranges.has(range));
  return closest !== undefined && ranges.get(closest) === true;
}

/** Only by name: a client that sends the wildcard of its HTTP library rarely reads a stream. */
export const acceptsStream = (accept = ''): boolean => rangesOf(accept).get('text/event-stream') === true;

/** The media ranges, and whether each is accepted: the weight 0 refuses one. */
function rangesOf(accept: string): Map<string, boolean> {
  return new Map(
    accept.split(',').map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return [range, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
}
