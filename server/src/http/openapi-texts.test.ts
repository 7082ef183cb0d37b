import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { browser } from '../../test/browser.ts';
import { habitsOf, sentencesOf } from '../../test/habits.ts';
import { client, startTestApp } from '../../test/test-app.ts';
import { faultCodes, openFaultCodes } from '../platform/fault-codes.ts';

// The texts of both documents, for readers who have not seen the code.

const app = await startTestApp();
// biome-ignore lint/suspicious/noExplicitAny: a document of this depth is easier to read than to type
type Any = any;
const open: Any = (await client(app).get('/openapi.json')).body;
const own: Any = (await browser(app).get('/openapi.json')).body;
const documents: [name: string, document: Any][] = [
  ['the document of the API', open],
  ["the document of the administrators' API", own],
];

type Named = { path: string; part: Any };

/** Every object within a value, with its path. */
function* objectsIn(part: Any, path = ''): Generator<Named> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield { path, part };
  for (const [name, inner] of Object.entries(part)) yield* objectsIn(inner, `${path}/${name}`);
}

const textsIn = (document: Any) =>
  [...objectsIn(document)].flatMap(({ path, part }) =>
    ['summary', 'description', 'message'].flatMap((name) =>
      typeof part[name] === 'string' ? [{ path: `${path}/${name}`, text: part[name] as string }] : [],
    ),
  );

const operationsOf = ({ paths }: Any): { name: string; operation: Any }[] =>
  Object.entries<Any>(paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

const british =
  /\b(licences?|analys(e|ed|ing|er)|(author|recogn|summar)is\w*|(behavi|col|hon)our\w*|cancelled|dialled|dialling)\b/i;

for (const [name, document] of documents) {
  test(`${name} has plain sentences, in American spelling`, () => {
    const bad = textsIn(document).flatMap(({ path, text }) =>
      // A cell of a table and an item of a list are sentences too.
      text.split(/\n+|\s\|\s/).flatMap((line) =>
        sentencesOf(line)
          .filter((sentence) => habitsOf(sentence).length > 0 || british.test(sentence))
          .map((sentence) => `${path}: ${sentence}`),
      ),
    );
    assert.deepEqual(bad, []);
  });

  test(`${name} has a short summary and a description of each operation`, () => {
    for (const { name, operation } of operationsOf(document)) {
      assert.match(operation.summary, /^[A-Z]\S*( \S+){1,5}[^.\s]$/, name);
      assert.doesNotMatch(operation.description, /^Requires /, name);
    }
    for (const { name, description } of document.tags) assert.match(description, /\.$/, name);
  });

  test(`${name} describes every field and parameter`, () => {
    const envelope = ['data', 'pagination', 'error'];
    const undescribed = [...objectsIn(document)]
      .filter(({ path }) => !path.includes('/example'))
      .flatMap(({ path, part: { properties = {}, parameters = [] } }) => [
        ...Object.entries<Any>(properties).map(([field, schema]) => ({ field, schema, path })),
        ...Object.values<Any>(parameters).map((parameter) => ({ field: parameter.name, schema: parameter, path })),
      ])
      .filter(({ field, schema }) => !envelope.includes(field) && !schema.description && !schema.$ref)
      .map(({ field, path }) => `${path}/${field}`);
    assert.deepEqual(undescribed, []);
  });
}

test('the introductions explain every code of a fault that their clients can get', () => {
  for (const code of openFaultCodes) assert.ok(open.info.description.includes(`| \`${code}\` | `), code);
  for (const code of faultCodes.filter((code) => code !== 'missing_scope'))
    assert.ok(own.info.description.includes(`| \`${code}\` | `), code);
});

test('every event has a summary, a description, and an example that shows all fields of its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(open, 'document', undefined, false);
  const events = Object.entries<Any>(open.webhooks);
  assert.ok(events.length > 0);
  for (const [type, { post }] of events) {
    assert.match(post.summary, /^(Call|Customer) \w+$/, type);
    assert.match(post.description, /^Sent when .*\.$/, type);
    const { schema, example } = post.requestBody.content['application/json'];
    const pointer = `#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
    const validate = ajv.getSchema(`document${pointer}`) ?? assert.fail(pointer);
    assert.ok(validate(example), `${type}: ${ajv.errorsText(validate.errors)}`);
    const data = open.components.schemas[schema.properties.data.$ref.split('/').at(-1)];
    const optional = ['omitted'];
    assert.deepEqual(
      Object.keys(example.data).toSorted(),
      Object.keys(data.properties)
        .filter((field) => !optional.includes(field))
        .toSorted(),
      type,
    );
  }
});
