import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TObject } from 'typebox';
import type { FaultCode } from '../../platform/fault-codes.ts';
import type { Detail } from '../../platform/problem.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { hasForbiddenCharacters } from '../../platform/text/storable-text.ts';
import { cutFields, mostFields, wasTooLarge } from './cut-json.ts';

// Reads client input against a schema and finds all of its faults at once. Types are strict ("1" is not an integer); only the
// values of a query string, which are all text, are converted to numbers first.

type Fields = Record<string, unknown>;
type FieldSchema = {
  properties?: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: FieldSchema;
  maxItems?: number;
  maxLength?: number;
  type?: string | string[];
  'x-verbatim'?: boolean;
  'x-each-alone'?: boolean;
  /** Each item of the list may be there once. */
  'x-distinct'?: boolean;
  'x-form'?: string;
};
type ReadableSchema = TObject & { 'x-output-only'?: string[]; 'x-aliases'?: Record<string, string> };
type Reading = { value: Fields; faults: Detail[] };
/** Only the fields without a fault, so that later checks do not report the same fault again. */
export type Sound<S extends TObject> = { value: Partial<Static<S>>; faults: Detail[] };

/** Without faults, all fields are present. */
export const isWhole = <S extends TObject>(_value: Partial<Static<S>>, faults: Detail[]): _value is Static<S> =>
  faults.length === 0;

/** Deeper nesting is refused, because later code may walk through it recursively. */
const maxDepth = 64;

/**
 * The limit of each kind in one object. No honest client makes more, and a hostile one must not be able to request an endless
 * answer.
 */
const mostFaults = 50;

/** Lists at most `most` faults of each kind. */
export function readBody<S extends TObject>(schema: S, body: Fields, path = '', most = mostFaults): Sound<S> {
  const { known, ignored, faults } = selectKnown(schema, body, path, { noun: 'field', most });
  const value = Object.fromEntries(Object.entries(known).map(([name, sent]) => [name, trim(schema, name, sent)]));
  const texts = Object.entries({ ...ignored, ...value }).filter(([name]) => !isEachAlone(schema.properties[name]));
  const valueFaults = [
    textFaults(Object.fromEntries(texts), path),
    schemaFaults(schema, value, path),
    distinctFaults(schema, value, path),
  ];
  return soundOf<S>(toReading(schema, value, path, faults, largeFaults(schema, value, path), ...valueFaults));
}

export function readQuery<S extends TObject>(schema: S, query: Fields): Sound<S> {
  const { known, faults } = selectKnown(schema, query, '', { noun: 'query parameter', most: mostFaults });
  const value: Fields = {};
  for (const [name, sent] of Object.entries(known)) {
    if (Array.isArray(sent)) faults.push({ field: name, code: 'repeated', message: `Send ${name} only once.` });
    else value[name] = fromText(schema, name, sent);
  }
  for (const [name, fallback] of namesOf(schema).defaults) if (!(name in value)) value[name] = fallback;
  const isRepeated = ({ field }: Detail) => faults.some((fault) => fault.field === field);
  const valueFaults = schemaFaults(schema, value, '').filter((fault) => !isRepeated(fault)); // It is not missing.
  return soundOf<S>(toReading(schema, value, '', faults, textFaults(value, ''), valueFaults));
}

type Names = {
  /** The name of a field by each name under which clients may send it. */
  known: ReadonlyMap<string, string>;
  defaults: [name: string, value: unknown][];
};
const namesOfSchemas = new WeakMap<TObject, Names>();

function namesOf(schema: ReadableSchema): Names {
  const made = namesOfSchemas.get(schema);
  if (made) return made;
  const fields: [string, { default?: unknown }][] = Object.entries(schema.properties);
  const names = {
    known: new Map([...fields.map(([name]) => [name, name] as const), ...Object.entries(schema['x-aliases'] ?? {})]),
    defaults: fields.flatMap(([name, { default: value }]): Names['defaults'] =>
      value === undefined ? [] : [[name, value]],
    ),
  };
  namesOfSchemas.set(schema, names);
  return names;
}

/** The schema has validated each remaining value. */
const soundOf = <S extends TObject>({ value, faults }: Reading) => ({ value: value as Partial<Static<S>>, faults });

/** Reports one fault per field, and none below it: a value that is not a string is not also too short. */
function toReading(
  schema: TObject,
  value: Fields,
  path: string,
  nameFaults: Detail[],
  ...valueFaults: Detail[][]
): Reading {
  if (valueFaults.every((faults) => faults.length === 0)) return { value, faults: nameFaults };
  const found = new Map<string, Detail>();
  for (const fault of valueFaults.flat()) if (!found.has(fault.field)) found.set(fault.field, fault);
  const reported = [...found.keys()].filter((place, _i, places) => !places.some((other) => isInside(place, other)));
  const faults = reported.flatMap((place) => found.get(place) ?? []);
  return { value: soundFields(schema, value, path, reported), faults: [...nameFaults, ...faults] };
}

/** The fields without a fault, and of an object with known fields what is left of it. */
function soundFields(schema: FieldSchema, value: object, path: string, faulty: string[]): Fields {
  const sound = Object.entries(value).flatMap(([name, sent]): [string, unknown][] => {
    const place = join(path, name);
    const inside = faulty.filter((other) => other === place || isInside(other, place));
    if (inside.length === 0) return [[name, sent]];
    const field = schema.properties?.[name];
    if (inside.includes(place) || field?.additionalProperties !== false || Array.isArray(sent)) return [];
    const rest = soundFields(field, sent, place, inside);
    return field.required?.every((one) => Object.hasOwn(rest, one)) === false ? [] : [[name, rest]];
  });
  return Object.fromEntries(sound);
}

const isInside = (place: string, field: string) => place.startsWith(`${field}.`) || place.startsWith(`${field}[`);

/**
 * A typo must never silently drop data or widen a list, so unknown names are faults; fields that only the service sets are
 * ignored.
 */
function selectKnown(
  schema: ReadableSchema,
  sent: Fields,
  path: string,
  { noun, most }: { noun: string; most: number },
): { known: Fields; ignored: Fields; faults: Detail[] } {
  const { known: names } = namesOf(schema);
  const outputOnly = schema['x-output-only'] ?? [];
  const known: Fields = {};
  const ignored: Fields = {};
  const unknown: string[] = [];
  const conflicts: Detail[] = [];
  for (const sentName of Object.keys(sent)) {
    if (sentName === cutFields) continue;
    const value = sent[sentName];
    const name = names.get(sentName);
    if (name !== undefined) {
      if (name === sentName || !Object.hasOwn(sent, name)) known[name] = value;
      else if (sent[name] !== value) conflicts.push(twoNames(join(path, sentName), sentName, name));
    } else if (outputOnly.includes(sentName)) {
      ignored[sentName] = value;
    } else {
      unknown.push(sentName);
    }
  }
  const faults = unknown.slice(0, most).map((name) => unknownField(path, name, noun, nearest(name, [...names.keys()])));
  const cut = Number(sent[cutFields] ?? 0);
  const [unlisted, ...others] = unknown.slice(most);
  if (unlisted !== undefined) {
    const count = 1 + others.length + cut;
    const message = `The request has ${count} more unknown ${noun}s, starting with "${shown(unlisted)}". Remove them.`;
    faults.push({ field: join(path, shown(unlisted)), code: 'unknown_field', message });
  } else if (cut > 0) {
    const field = path || 'body';
    faults.push({ field, code: 'too_many', message: `${field} must have at most ${mostFields} fields.` });
  }
  return { known, ignored, faults: [...conflicts, ...faults] };
}

function twoNames(field: string, one: string, other: string): Detail {
  return { field, code: 'conflicting', message: `${one} is another name for ${other}. Send only one of them.` };
}

function unknownField(path: string, name: string, noun: string, suggestion: string | undefined): Detail {
  const message = suggestion
    ? `Unknown ${noun} "${shown(name)}". Did you mean "${suggestion}"?`
    : `Unknown ${noun} "${shown(name)}". Remove it.`;
  const field = join(path, shown(name));
  return { field, code: 'unknown_field', message, ...(suggestion && { nearest: suggestion }) };
}

function trim(schema: TObject, name: string, value: unknown): unknown {
  return trimValue(schema.properties[name] as FieldSchema | undefined, value);
}

/** Strings in lists, and in objects with known fields, are trimmed too; free-form objects stay as the client sent them. */
function trimValue(field: FieldSchema | undefined, value: unknown): unknown {
  if (typeof value === 'string') return shortened(field?.['x-verbatim'] ? value : value.trim(), field?.maxLength);
  if (field?.['x-verbatim']) return value;
  if (Array.isArray(value)) {
    // One item too many is enough to refuse the list, so the rest need not be read.
    const items = field?.maxItems === undefined ? value : value.slice(0, field.maxItems + 1);
    return field?.items?.type === 'string' ? items.map((item) => trimValue(field.items, item)) : items;
  }
  const inner = field?.additionalProperties === false ? field.properties : undefined;
  if (!inner || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trimValue(inner[name], item)]));
}

/**
 * Cuts a string that is too long, whatever its characters are, so that the rules are not checked on a megabyte. It stays too
 * long, and keeps a forbidden character if it has one.
 */
function shortened(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const unitsOfMost = 2 * maxLength;
  if (text.length <= unitsOfMost) return text;
  const beginning = text.slice(0, unitsOfMost + 1).toWellFormed();
  return hasForbiddenCharacters(text) ? `${beginning}\0` : beginning;
}

function fromText(schema: TObject, name: string, value: unknown): unknown {
  const { type } = (schema.properties[name] ?? {}) as FieldSchema;
  if (typeof value !== 'string') return value;
  if (type === 'integer') return /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return trim(schema, name, value);
}

/**
 * Finds values that no column and no JSON reader can hold: NUL, unpaired surrogates, numbers beyond a double, bottomless
 * nesting.
 */
function textFaults(value: Fields, path: string): Detail[] {
  const faults: Detail[] = [];
  const containers: { field: string; inner: object; depth: number }[] = [{ field: path, inner: value, depth: 0 }];
  // The loop also visits containers pushed while it runs. Only containers are pushed, so that a body of a million numbers is
  // checked about as fast as it is read.
  for (const { field, inner, depth } of containers) {
    if (faults.length >= mostFaults) break;
    if (depth > maxDepth) {
      faults.push({
        field,
        code: 'too_deep',
        message: `${field} is nested too deeply. Send at most ${maxDepth} levels.`,
      });
      break;
    }
    const names = Array.isArray(inner) ? undefined : Object.keys(inner);
    const children: unknown[] = names ? Object.values(inner) : (inner as unknown[]);
    for (let i = 0; i < children.length && faults.length < mostFaults; i++) {
      const name = names?.[i];
      const child = children[i];
      const fault = (name !== undefined && nameFault(name)) || valueFault(child);
      const isContainer = typeof child === 'object' && child !== null;
      if (!fault && !isContainer) continue;
      const childField = name === undefined ? `${field}[${i}]` : join(field, shown(name));
      if (fault) faults.push({ field: childField, code: fault.code, message: `${childField} ${fault.rule}.` });
      if (isContainer) containers.push({ field: childField, inner: child, depth: depth + 1 });
    }
  }
  return faults;
}

/** Lists and objects that `cut-json.ts` has cut out. If the field allows neither, the fault is its type. */
function largeFaults(schema: TObject, value: Fields, path: string): Detail[] {
  const cut = Object.keys(value).filter((name) => wasTooLarge(value[name]) && takesContainers(schema.properties[name]));
  return cut.map((name) => {
    const field = join(path, name);
    return { field, code: 'too_large', message: `${field} is too large. Send fewer items or fields.` };
  });
}

/** Not `uniqueItems`, of which the validator reports only one pair, and as a fault of the whole list. */
function distinctFaults(schema: TObject, value: Fields, path: string): Detail[] {
  return Object.entries(value).flatMap(([name, items]) => {
    const { 'x-distinct': isDistinct }: FieldSchema = schema.properties[name] ?? {};
    if (!isDistinct || !Array.isArray(items)) return [];
    return items.flatMap((item, i): Detail[] => {
      const field = `${join(path, name)}[${i}]`;
      const message = `${field} is listed twice. Send each value once.`;
      return items.indexOf(item) === i ? [] : [{ field, code: 'duplicate', message }];
    });
  });
}

function takesContainers(field: FieldSchema | undefined): boolean {
  const types = [field?.type ?? []].flat();
  return types.includes('array') || types.includes('object');
}

type Broken = { code: FaultCode; rule: string };
const characters: Broken = {
  code: 'invalid_characters',
  rule: 'must be valid Unicode text, without NUL characters and unpaired surrogates',
};
const nameCharacters: Broken = {
  code: 'invalid_characters',
  rule: 'has a NUL character or an unpaired surrogate in its name: rename it',
};
const tooLarge: Broken = { code: 'out_of_range', rule: 'is too large: send a smaller number' };

const nameFault = (name: string) => (hasForbiddenCharacters(name) ? nameCharacters : undefined);

function valueFault(value: unknown) {
  if (typeof value === 'string') return hasForbiddenCharacters(value) ? characters : undefined;
  return typeof value === 'number' && !Number.isFinite(value) ? tooLarge : undefined;
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateFormats: false });
const validators = new WeakMap<TObject, ValidateFunction>();

function schemaFaults(schema: TObject, value: Fields, path: string): Detail[] {
  let validate = validators.get(schema);
  if (!validate) {
    validate = ajv.compile(withoutItems(schema));
    validators.set(schema, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []).slice(0, mostFaults).map((error) => toDetail(error, path));
}

/** The field whose items succeed or fail alone, if there is one. */
export const itemsFieldOf = (schema: TObject | undefined) =>
  Object.entries(schema?.properties ?? {}).find(([, field]) => isEachAlone(field))?.[0];

/** Items that succeed or fail alone are read one by one; the schema of the whole checks only their number. */
const isEachAlone = (field: FieldSchema | undefined) => field?.['x-each-alone'] === true;

function withoutItems(schema: TObject): object {
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const { items, ...rest } = field as FieldSchema & { items?: unknown };
    return [name, isEachAlone(field) ? rest : field];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function toDetail(error: ErrorObject, path: string): Detail {
  const { keyword, params, instancePath, parentSchema } = error;
  const here = instancePath.split('/').slice(1).reduce(joinPointer, path);
  if (keyword === 'required') {
    const field = join(here, params.missingProperty);
    return { field, code: 'required', message: `${field} is required: send it.` };
  }
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema as FieldSchema).properties ?? {});
    const name: string = params.additionalProperty;
    return unknownField(here, name, 'field', nearest(name, known));
  }
  const [code, rule] = describe(keyword, params, parentSchema as FieldSchema);
  return { field: here, code, message: `${here} ${rule}.` };
}

/** The code of a broken rule, and the rest of the sentence "name ...". */
function describe(
  keyword: string,
  params: ErrorObject['params'],
  { type, 'x-form': form }: FieldSchema,
): [code: FaultCode, rule: string] {
  const { limit } = params;
  const instead = [type].flat().includes('null') ? '. Send null to leave it unset' : '';
  switch (keyword) {
    case 'type':
      return ['invalid_type', `must be ${typeWords([params.type].flat())}`];
    case 'minLength':
      return ['too_short', limit === 1 ? `must not be empty${instead}` : `must have at least ${limit} characters`];
    case 'maxLength':
      return ['too_long', `must have at most ${limit} characters`];
    case 'minimum':
      return ['out_of_range', `must be at least ${limit}`];
    case 'maximum':
      return ['out_of_range', `must be at most ${limit}`];
    case 'minItems':
      return ['too_few', `must have at least ${limit === 1 ? 'one item' : `${limit} items`}`];
    case 'maxItems':
      return ['too_many', `must have at most ${limit} items`];
    case 'enum':
      return ['not_allowed', `must be one of ${params.allowedValues.join(', ')}`];
    default:
      return ['invalid_format', `must be ${form ?? 'in the format that /docs describes'}`];
  }
}

const words: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};
const typeWords = (types: string[]) => types.map((type) => words[type] ?? type).join(' or ');

/** A name as the answer shows it: shortened, and well-formed Unicode. */
const shown = (name: string) => (name.length > 64 ? `${name.slice(0, 64)}…` : name).toWellFormed();

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
const joinPointer = (path: string, part: string) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part));
