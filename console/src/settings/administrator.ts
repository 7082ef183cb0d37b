import type { Role, Shapes } from '../api/types.ts';

export type Administrator = Shapes['Administrator'];
export type Invitation = Shapes['Invitation'];
export type NewInvitation = Shapes['NewInvitation'];
export type CreatedInvitation = Shapes['CreatedInvitation'];
export type PasswordReset = Shapes['PasswordReset'];
export type OwnSession = Shapes['OwnSession'];
export type AuditEntry = Shapes['AuditEntry'];

export const roles: Role[] = ['administrator', 'supervisor', 'viewer'];
