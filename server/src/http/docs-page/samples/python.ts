import { type Html, html } from '../html.ts';
import type { SampleRequest } from './sample-request.ts';

const endings = {
  json: 'print(json.load(response))',
  file: 'open("recording.wav", "wb").write(response.read())',
  stream: 'for line in response:\n            print(line.decode(), end="", flush=True)',
};

/** The request with the standard library of Python 3, so that nothing has to be installed. */
export function pythonSample({ method, path, body, answer }: SampleRequest, origin: Html): Html {
  const usesJson = body !== undefined || answer === 'json';
  const options = [
    method !== 'GET' && `\n    method="${method}",`,
    body === undefined
      ? `\n    headers={"Authorization": f"Bearer {os.environ['TRUNKLINE_KEY']}"},`
      : `\n    headers={\n        "Authorization": f"Bearer {os.environ['TRUNKLINE_KEY']}",\n        "Content-Type": "application/json",\n    },`,
    body !== undefined && `\n    data=json.dumps(${literal(body, '    ')}).encode(),`,
  ];
  return html`${usesJson && 'import json\n'}import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "${origin}${path}",${options}
)
try:
    with urlopen(request) as response:
        ${endings[answer]}
except HTTPError as error:
    raise SystemExit(f"{error.code} {error.read().decode()}")`;
}

/** A JSON value as Python writes it; its strings are the same in both. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0
    ? open + close
    : `${open}${lines.map((line) => `\n${inner}${line},`).join('')}\n${indent}${close}`;
}
