import { type Html, html } from './html.ts';
import type { Placed } from './reading.ts';

/** The request as a shell command, with the first example of its body. */
export function curlSample({ method, path, base, operation }: Placed): Html {
  const { parameters, requestBody } = operation;
  const [example] = Object.values(requestBody?.content['application/json'].examples ?? {});
  const filledPath = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((parameter) => parameter.name === name);
    return `${parameter?.schema.examples?.[0] ?? placeholder}`;
  });
  const options = [
    ' \\\n  -H "Authorization: Bearer $TRUNKLINE_KEY"',
    example && ' \\\n  -H "Content-Type: application/json"',
    example && ` \\\n  -d '${JSON.stringify(example.value, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  return html`curl ${verb}<span class="origin">http://127.0.0.1:8080</span>${base}${filledPath}${options}`;
}
