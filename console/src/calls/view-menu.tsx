import { Menu } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { useIsNarrow } from '../parts/page/use-is-narrow.ts';
import { type CallColumn, callColumns } from './call-columns.ts';
import { useColumnTitle } from './call-table.tsx';
import { ViewButton } from './list-buttons.tsx';
import { listMessages } from './list-messages.ts';

type Props = {
  isOldestFirst: boolean;
  onSort: (isOldestFirst: boolean) => void;
  columns: CallColumn[];
  onColumns: (columns: CallColumn[]) => void;
};

/** The order of the list and, where it is a table, its columns. It is loaded when it is first opened, or before, and so it begins open. */
export function ViewMenu({ isOldestFirst, onSort, columns, onColumns }: Props) {
  const say = useText(listMessages);
  const titleOf = useColumnTitle();
  const isNarrow = useIsNarrow();
  const toggle = (column: CallColumn) =>
    onColumns(callColumns.filter((one) => (one === column) !== columns.includes(one)));
  return (
    <Menu position="bottom-end" shadow="md" defaultOpened>
      <Menu.Target>
        <ViewButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('sort')}</Menu.Label>
        <Menu.RadioItem value="newest" checked={!isOldestFirst} onChange={() => onSort(false)}>
          {say('newest')}
        </Menu.RadioItem>
        <Menu.RadioItem value="oldest" checked={isOldestFirst} onChange={() => onSort(true)}>
          {say('oldest')}
        </Menu.RadioItem>
        {!isNarrow && <Menu.Label>{say('columns')}</Menu.Label>}
        {!isNarrow &&
          callColumns.map((column) => (
            <Menu.CheckboxItem key={column} checked={columns.includes(column)} onChange={() => toggle(column)}>
              {titleOf(column)}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
