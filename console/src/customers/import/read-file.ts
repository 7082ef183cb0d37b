/** A CSV file whose first line names its columns. */
export type ReadFile = { name: string; header: string[]; rows: string[][] };
