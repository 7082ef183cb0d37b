import type { Caller } from '../../platform/caller.ts';
import { mayUse } from '../access/authenticate.ts';
import type { Described } from '../described.ts';
import { openApiDocument } from '../openapi/document.ts';
import {
  isAllJson,
  type Parameter,
  type Placed,
  placedOperations,
  type Schema,
  withoutReferences,
} from '../openapi/reading.ts';

// The tools of assistants, made from the OpenAPI document: an operation has the same name, description and input in both.

/** The part of the request that an argument goes to; an argument without a place goes to the query of a GET, or to the body. */
type Place = 'path' | 'query' | 'header';

export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
};

export type ToolOperation = {
  described: Described;
  tool: Tool;
  method: string;
  /** From the root of the server, with `{name}` for each argument in it. */
  path: string;
  /** By argument. */
  places: Map<string, { in: Place; name: string }>;
};

/** Recordings and the stream of events are not JSON, so assistants have no tool for them. */
export function makeTools(operations: Described[]): Map<string, ToolOperation> {
  const placed = placedOperations(withoutReferences(openApiDocument(operations)));
  return new Map(
    operations.flatMap((described) => {
      const found = placed.find(({ operation }) => operation.operationId === described.operationId);
      return found && isAllJson(found.operation.responses) ? [[described.operationId, toolOf(described, found)]] : [];
    }),
  );
}

function toolOf(described: Described, { method, path, base, operation }: Placed): ToolOperation {
  const { operationId: name, summary: title, description, parameters, requestBody } = operation;
  const own = parameters.filter((parameter) => parameter.name !== 'X-Request-ID'); // It is that of the message.
  const body = requestBody?.content['application/json'].schema ?? {};
  const fields = Object.entries(body.properties ?? {}).filter(([, schema]) => !schema.readOnly);
  const properties = [...own.map((parameter) => [argumentOf(parameter), inputOf(parameter)] as const), ...fields];
  const names = properties.map(([argument]) => argument);
  if (new Set(names).size < names.length) throw new Error(`Two arguments of ${name} have the same name.`);
  return {
    described,
    method: method.toUpperCase(),
    path: base + path,
    places: new Map(
      own.map((parameter) => [argumentOf(parameter), { in: parameter.in as Place, name: parameter.name }]),
    ),
    tool: {
      name,
      title,
      description,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(properties),
        required: [...own.filter(({ required }) => required).map(argumentOf), ...(body.required ?? [])],
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: method === 'get',
        destructiveHint: method !== 'get' && !onlyCreates(described),
        idempotentHint: method !== 'post',
      },
    },
  };
}

/** A `PUT` and a bulk request may overwrite what is there. */
const onlyCreates = ({ method, answers }: Described) => method === 'POST' && '201' in answers && !('207' in answers);

/** Models expect names such as `idempotency_key`. */
const argumentOf = ({ in: place, name }: Parameter) =>
  place === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

const inputOf = ({ schema, description }: Parameter): Schema => ({ ...schema, description });

/** With a live key, assistants ring the phones of real people only if the key was created for assistants. */
export const needsPermission = ({ kind, allowsAssistants }: Caller, { startsCalls }: Described) =>
  startsCalls === true && kind === 'live' && !allowsAssistants;

/** The tools that the key can use. */
export const toolsFor = (caller: Caller, tools: Map<string, ToolOperation>): Tool[] =>
  [...tools.values()]
    .filter(({ described }) => mayUse(caller, described) && !needsPermission(caller, described))
    .map(({ tool }) => tool);
