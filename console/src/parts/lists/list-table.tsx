import { ActionIcon, Menu, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../icons/icon.tsx';
import { words } from '../words.messages.ts';

type Props = { titles: string[]; hasActions?: boolean; minWidth: number; children: ReactNode };

/** Rows under titles, scrolled sideways in a narrow window. The last column is for the actions of a row. */
export function ListTable({ titles, hasActions = false, minWidth, children }: Props) {
  const word = useText(words);
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {titles.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
            {hasActions && (
              <Table.Th w={56}>
                <VisuallyHidden>{word('actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The actions of a row, as a menu. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
