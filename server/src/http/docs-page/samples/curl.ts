import { type Html, html } from '../html.ts';
import type { SampleRequest } from './sample-request.ts';

/** The request as a shell command. */
export function curlSample({ method, path, body, answer }: SampleRequest, origin: Html): Html {
  const output = { json: '', file: ' \\\n  -o recording.wav', stream: ' \\\n  -N' }[answer];
  const options = [
    method !== 'GET' && ` \\\n  -X ${method}`,
    ' \\\n  -H "Authorization: Bearer $TRUNKLINE_KEY"',
    body !== undefined && ' \\\n  -H "Content-Type: application/json"',
    body !== undefined && ` \\\n  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  return html`curl "${origin}${path}"${options}${output}`;
}
