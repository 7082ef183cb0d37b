import type { Role } from '../api/types.ts';

export type Administrator = {
  administrator_id: number;
  email: string;
  role: Role;
  must_change_password: boolean;
  has_totp: boolean;
  created_at: string;
};
export type CreatedAdministrator = Administrator & { password: string };

export type AuditEntry = {
  audit_id: number;
  at: string;
  administrator_id: number;
  administrator_email: string;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  ip: string;
};
