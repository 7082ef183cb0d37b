// What all answers of the administrators' API have in common; each part of the console has its own shapes beside it.

export type One<T> = { data: T };
export type Pagination = { current_page: number; per_page: number; total: number; last_page: number };
export type Page<T> = { data: T[]; pagination: Pagination };

export type Role = 'administrator' | 'viewer';
export type Session = {
  administrator: {
    administrator_id: number;
    email: string;
    role: Role;
    must_change_password: boolean;
    has_totp: boolean;
  };
  tenant: {
    tenant_id: number;
    name: string;
    default_country: string | null;
    language: string | null;
    telephony_by: 'tenant' | 'operator';
  };
  expires_at: string;
};
