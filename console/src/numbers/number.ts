import type { Shapes } from '../api/types.ts';

export type PhoneNumber = Shapes['Number'];
export type NewNumber = Shapes['NewNumber'];
export type Trunk = Shapes['Trunk'];
