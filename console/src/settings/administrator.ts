import type { Role, Shapes } from '../api/types.ts';

export type Administrator = Shapes['Administrator'];
export type NewAdministrator = Shapes['NewAdministrator'];
export type CreatedAdministrator = Shapes['CreatedAdministrator'];
export type AuditEntry = Shapes['AuditEntry'];

export const roles: Role[] = ['administrator', 'viewer'];
