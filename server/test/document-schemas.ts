import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';

// Schemas of an OpenAPI document, by their place in it.

/** The faults of a value, in words; none if the schema allows the value. */
export type FaultsOf = (pointer: string, value: unknown) => string | undefined;

export function documentSchemas(document: object): FaultsOf {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addSchema(document, 'document', undefined, false);
  return (pointer, value) => {
    const validate = ajv.getSchema(`document${encodeURI(pointer)}`);
    if (!validate) throw new Error(`${pointer} is no schema.`);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
