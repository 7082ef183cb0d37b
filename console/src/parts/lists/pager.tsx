import { ActionIcon, Group, Text } from '@mantine/core';
import type { Pagination } from '../../api/types.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Icon } from '../icons/icon.tsx';
import { words } from '../words.messages.ts';

type Props = { pagination: Pagination; onPage: (page: number) => void };

export function Pager({ pagination, onPage }: Props) {
  const say = useText(words);
  const { language } = useLanguage();
  const { current_page: page, last_page: last, total } = pagination;
  const count = (value: number) => new Intl.NumberFormat(language).format(value);
  return (
    <Group justify="space-between" px="md" py="sm" gap="xs" style={{ borderTop: '1px solid var(--console-line)' }}>
      <Text size="sm" c="dimmed">
        {say('total', { total: count(total) })}
      </Text>
      {last > 1 && (
        <Group gap="xs" component="nav">
          <ActionIcon
            variant="default"
            aria-label={say('previous')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <Icon name="chevron-left" />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {say('page', { page: count(page), last: count(last) })}
          </Text>
          <ActionIcon
            variant="default"
            aria-label={say('next')}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="chevron-right" />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
