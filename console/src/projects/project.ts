import type { Shapes } from '../api/types.ts';

export type Project = Shapes['Project'];

/** The settings of a project. */
export type Settings = Omit<Project, 'project_id' | 'is_active' | 'created_at'>;
