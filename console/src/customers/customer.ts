import type { Shapes } from '../api/types.ts';

export type CustomerItem = Shapes['CustomerItem'];
export type Customer = Shapes['Customer'];
export type NewCustomer = Shapes['NewCustomer'];
export type CustomerChange = Shapes['CustomerChange'];
export type BulkOutcome = Shapes['BulkOutcome'];
