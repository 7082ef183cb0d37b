import type { Shapes } from '../api/types.ts';

export type Project = Shapes['Project'];
