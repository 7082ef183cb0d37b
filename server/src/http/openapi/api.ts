import type { ProblemCode } from '../../platform/problem.ts';
import type { Described } from '../described.ts';
import type { Part } from './schemas.ts';

/** What is different between the API for programs and that of the console. */
export type Api = {
  basePath: string;
  title: string;
  summary: string;
  introduction(): string;
  securitySchemes: Part;
  /** All that it can refuse with. */
  codes: ProblemCode[];
  /** Who may do it, for programs. */
  admission(described: Described): Part;
  /** The same in words: completes the sentence "Needs ...". */
  needs(described: Described): string;
  /** What every operation takes, by its name among the shared parts. */
  parameters(described: Described): [name: string, part: Part][];
  /** What refuses who may not do it. */
  refusals(described: Described): ProblemCode[];
};
