import { type Html, html } from '../html.ts';
import type { SampleRequest } from './sample-request.ts';

/** The request as a shell command. */
export function curlCommand({ method, path, body, answer }: SampleRequest, origin: string): string {
  const options = [
    method !== 'GET' && ` \\\n  -X ${method}`,
    ' \\\n  -H "Authorization: Bearer $TRUNKLINE_KEY"',
    body !== undefined && ' \\\n  -H "Content-Type: application/json"',
    body !== undefined && ` \\\n  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
    { json: '', file: ' \\\n  -o recording.wav', stream: ' \\\n  -N' }[answer],
  ];
  return `curl "${origin}${path}"${options.filter((option) => option !== false).join('')}`;
}

/** The same in a page, which shows the origin that its reader uses. */
export function curlSample(request: SampleRequest, origin: Html): Html {
  const place = '{origin}';
  const [before, ...rest] = curlCommand(request, place).split(place);
  return html`${before}${origin}${rest.join(place)}`;
}
