/** The field names of an object that has exactly the fields of its type. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];
