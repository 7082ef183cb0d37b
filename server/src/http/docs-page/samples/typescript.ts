import { type Html, html } from '../html.ts';
import type { SampleRequest } from './sample-request.ts';

const endings = {
  json: 'console.log(await response.json());',
  file: "await writeFile('recording.wav', Buffer.from(await response.arrayBuffer()));",
  stream: 'for await (const text of response.body!.pipeThrough(new TextDecoderStream())) console.log(text);',
};

/** The request with `fetch`, for Node and other runtimes that have it. */
export function typescriptSample({ method, path, body, answer }: SampleRequest, origin: Html): Html {
  const key = `\`Bearer \${process.env.TRUNKLINE_KEY}\``;
  const options = [
    method !== 'GET' && `\n  method: '${method}',`,
    body === undefined
      ? `\n  headers: { Authorization: ${key} },`
      : `\n  headers: {\n    Authorization: ${key},\n    'Content-Type': 'application/json',\n  },`,
    body !== undefined && `\n  body: JSON.stringify(${objectLiteral(body)}),`,
  ];
  const failure = `\`\${response.status} \${await response.text()}\``;
  return html`${answer === 'file' && "import { writeFile } from 'node:fs/promises';\n\n"}const response = await fetch('${origin}${path}', {${options}
});
if (!response.ok) throw new Error(${failure});
${endings[answer]}`;
}

/** JSON with plain names, indented as an argument. A string never begins a line in it, except as a name or an item. */
const objectLiteral = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replace(/^( *)"([A-Za-z_]\w*)": /gm, '$1$2: ')
    .replaceAll('\n', '\n  ');
