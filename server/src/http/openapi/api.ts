import type { ProblemCode } from '../../platform/problem.ts';
import type { Described } from '../described.ts';
import type { OpenApiPart } from './schemas.ts';

/** The differences between the API for programs and that of the console. */
export type Api = {
  basePath: string;
  title: string;
  summary: string;
  introduction(): string;
  securitySchemes: OpenApiPart;
  /** All codes that the API can refuse with. */
  codes: ProblemCode[];
  /** The required scope or role, machine-readable. */
  admission(described: Described): OpenApiPart;
  /** The same in words: completes the sentence "Requires ...". */
  needs(described: Described): string;
  /** The parameters that every operation accepts, by their name among the shared components. */
  parameters(described: Described): [name: string, part: OpenApiPart][];
  /** The refusals of callers without the required permission. */
  refusals(described: Described): ProblemCode[];
};
