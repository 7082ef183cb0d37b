import { Button, Group } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';

/** The buttons of a form in a window: cancel or submit. */
export function FormButtons({ action, isBusy, onCancel }: { action?: string; isBusy: boolean; onCancel: () => void }) {
  const word = useText(words);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {word('cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {action ?? word('save')}
      </Button>
    </Group>
  );
}
