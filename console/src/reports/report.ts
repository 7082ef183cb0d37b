import type { Shapes } from '../api/types.ts';

export type Figures = Shapes['CallFigures'];
export type SummaryReport = Shapes['SummaryReport'];
export type Granularity = SummaryReport['period']['granularity'];
export type UserFigures = Shapes['UserFigures'];
export type Overview = Shapes['ReportOverview'];
export type WaitLimit = Shapes['WaitFigures']['limit_seconds'];
