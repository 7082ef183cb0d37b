import type { Shapes } from '../api/types.ts';

export type Administrator = Shapes['Administrator'];
export type NewAdministrator = Shapes['NewAdministrator'];
export type CreatedAdministrator = Shapes['CreatedAdministrator'];
export type AuditEntry = Shapes['AuditEntry'];
