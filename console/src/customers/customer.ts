import type { Shapes } from '../api/types.ts';

export type FoundCustomer = Shapes['FoundCustomer'];
export type Customer = Shapes['Customer'];
export type NewCustomer = Shapes['NewCustomer'];
export type CustomerChange = Shapes['CustomerChange'];
export type BulkOutcome = Shapes['BulkOutcome'];
