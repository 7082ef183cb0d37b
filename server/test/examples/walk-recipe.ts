import { createRequire } from 'node:module';

// Performs the steps of an n8n workflow: the kinds of nodes, the expressions and the settings that examples/callback-recipe uses.

type Node = { name: string; type: string; parameters: Record<string, never> };

export type Recipe = {
  nodes: Node[];
  connections: Record<string, { main: { node: string }[][] }>;
};

type Item = unknown;

export type Walk = {
  /** The request that the webhook received. */
  request: { headers: Record<string, string>; body: Buffer };
  env: Record<string, string>;
  /** The headers of the credential that the requests use. */
  credential: Record<string, string>;
};

/** Returns the result of each step in turn; a condition that does not hold ends the walk. */
export async function walkRecipe({ nodes, connections }: Recipe, walk: Walk): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  let item: Item = { headers: walk.request.headers };
  for (let node = nodes[0]; node; ) {
    const { name } = node;
    const result = await perform(node, item, walk);
    if (result === undefined) break;
    item = result;
    results[name] = item;
    const next = connections[name]?.main[0]?.[0]?.node;
    node = nodes.find((other) => other.name === next);
  }
  return results;
}

async function perform({ name, type, parameters }: Node, item: Item, walk: Walk): Promise<Item | undefined> {
  const evaluated = evaluate(parameters, { $json: item, $env: walk.env });
  switch (type) {
    case 'n8n-nodes-base.webhook':
      return item;
    case 'n8n-nodes-base.code':
      return runCode(evaluated.jsCode ?? '', item, walk);
    case 'n8n-nodes-base.if':
      return holds(evaluated.conditions) ? item : undefined;
    case 'n8n-nodes-base.httpRequest':
      return sendRequest(evaluated, walk);
    default:
      throw new Error(`${name} has the unknown type ${type}.`);
  }
}

type Scope = { $json: Item; $env: Record<string, string> };

// biome-ignore lint/suspicious/noExplicitAny: the settings of a node are whatever its type has
type Settings = any;

/** A text that begins with = is an expression; what stands in {{ }} is JavaScript. */
function evaluate(value: Settings, scope: Scope): Settings {
  if (typeof value === 'string' && value.startsWith('=')) {
    const compute = (code: string) => new Function(...Object.keys(scope), `return (${code});`)(...Object.values(scope));
    return value.slice(1).replaceAll(/\{\{(.*?)\}\}(?!\})/gs, (_, code) => String(compute(code)));
  }
  if (Array.isArray(value)) return value.map((entry) => evaluate(entry, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, evaluate(entry, scope)]));
}

async function runCode(code: string, item: Item, { request, env }: Walk): Promise<Item> {
  const body = new Function('$input', '$env', 'require', `return (async function () { ${code} }).call(this);`);
  const helpers = { getBinaryDataBuffer: async () => request.body };
  const $input = { first: () => ({ json: item }) };
  const [made] = await body.call({ helpers }, $input, env, createRequire(import.meta.url));
  return made.json;
}

function holds({ combinator, conditions }: Settings): boolean {
  if (combinator !== 'and') throw new Error(`Unknown combinator ${combinator}.`);
  return conditions.every(({ leftValue, rightValue, operator }: Settings) => {
    if (operator.operation !== 'equals') throw new Error(`Unknown operation ${operator.operation}.`);
    return leftValue === rightValue;
  });
}

async function sendRequest({ method, url, headerParameters, jsonBody }: Settings, { credential }: Walk): Promise<Item> {
  const own = (headerParameters?.parameters ?? []).map(({ name, value }: Settings) => [name, value]);
  const headers = {
    ...credential,
    ...Object.fromEntries(own),
    ...(jsonBody && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url, { method, headers, ...(jsonBody && { body: jsonBody }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
