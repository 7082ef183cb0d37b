import { useState } from 'react';
import { remember, remembered } from '../remembered.ts';

/** The columns that can be hidden, in the order of the table, with their widths. */
export const columnWidths = {
  status: 116,
  staff: 122,
  project: 112,
  started: 140,
  duration: 96,
  outcome: 120,
  tags: 160,
  external: 120,
} as const;
export type CallColumn = keyof typeof columnWidths;
export const callColumns = Object.keys(columnWidths) as CallColumn[];

export const usualColumns: CallColumn[] = ['status', 'staff', 'project', 'started', 'duration'];

/** The columns that a person has chosen in this browser. */
export function useChosenColumns() {
  const [columns, setColumns] = useState(() => readColumns(remembered('callColumns')));
  const choose = (chosen: CallColumn[]) => {
    remember('callColumns', chosen.join(','));
    setColumns(chosen);
  };
  return [columns, choose] as const;
}

function readColumns(text: string | undefined): CallColumn[] {
  const names = text?.split(',');
  return names ? callColumns.filter((column) => names.includes(column)) : usualColumns;
}
