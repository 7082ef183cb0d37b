import type { Shapes } from '../api/types.ts';

export type Home = Shapes['Home'];
export type Availability = Home['staff']['members'][number]['availability'];
