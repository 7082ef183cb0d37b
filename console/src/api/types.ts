import type { components } from './schema.d.ts';

/** Every shape of the administrators' API, by the name that its OpenAPI document gives it. */
export type Shapes = components['schemas'];

export type One<T> = { data: T };
export type Pagination = Shapes['Pagination'];
export type Page<T> = { data: T[]; pagination: Pagination };

export type Session = Shapes['Session'];
export type Role = Session['administrator']['role'];
