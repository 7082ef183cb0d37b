import { Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import cards from './cards.module.css';

type Title = { title: string; isRight?: boolean; about?: string };

type Props = {
  /** Up to twelve. */
  titles: (string | Title)[];
  hasActions?: boolean;
  /** Below this width the table scrolls sideways, unless the window is as narrow as a phone. */
  minWidth: number;
  /** For a table without a heading of its own. */
  label?: string;
  /** Whether rows become cards on a phone. Two or three columns of figures fit as they are. */
  isStacked?: boolean;
  children: ReactNode;
};

/**
 * Rows under titles. The last column is for the actions of a row. On a phone, a row is a card with its first cell as the
 * heading.
 */
export function ListTable({ titles, hasActions = false, minWidth, label, isStacked = true, children }: Props) {
  const word = useText(words);
  const columns = titles.map((title) => (typeof title === 'string' ? { title } : title)) as Title[];
  const inCards = columns.map(({ title }, i) => [`--title-${i + 1}`, JSON.stringify(title)]);
  return (
    <Table.ScrollContainer minWidth={minWidth} classNames={{ scrollContainerInner: cards.inner }}>
      <Table
        highlightOnHover
        aria-label={label}
        className={isStacked ? cards.cards : undefined}
        data-actions={hasActions || undefined}
        style={Object.fromEntries(inCards)}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isRight, about }) => (
              <Table.Th key={title} {...(isRight && { ta: 'right' })}>
                {title}
                {about && (
                  <Text size="xs" c="dimmed" fw={400} miw={180} style={{ whiteSpace: 'normal' }}>
                    {about}
                  </Text>
                )}
              </Table.Th>
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
