import type { Placed } from '../../openapi/reading.ts';

/** The request that the samples of an operation make. */
export type SampleRequest = {
  method: string;
  /** From the base path on, with the query. */
  path: string;
  body: unknown;
  /** The kind of response: JSON, a file, or events without end. */
  answer: 'json' | 'file' | 'stream';
};

/** Fills the path, the required parts of the query and the body with the examples of the document. */
export function sampleRequest({ method, path, base, operation }: Placed, today: string): SampleRequest {
  const { parameters, requestBody, responses } = operation;
  const exampleFor = (name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    // The API takes days of the last six months only, so no fixed day is good for long.
    return `${schema?.format === 'date' ? today : (schema?.examples?.[0] ?? `{${name}}`)}`;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleFor(name)));
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = new URLSearchParams(needed.map(({ name }) => [name, exampleFor(name)]));
  const examples = Object.values(requestBody?.content['application/json'].examples ?? {}).map(({ value }) => value);
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < '300' ? Object.keys(content) : [],
  );
  return {
    method: method.toUpperCase(),
    path: `${base}${filled}${query.size > 0 ? `?${query}` : ''}`,
    // The largest example of a new resource shows the most fields; a change is best shown by a small one.
    body: (method === 'post' ? examples.toSorted((a, b) => sizeOf(b) - sizeOf(a)) : examples)[0],
    answer: types.includes('text/event-stream')
      ? 'stream'
      : types.every((type) => type === 'application/json')
        ? 'json'
        : 'file',
  };
}
