import { Modal } from '@mantine/core';
import type { SearchablePage } from './match-pages.ts';
import { Palette } from './palette.tsx';

export type SearchProps = { label: string; opened: boolean; pages: SearchablePage[]; onClose: () => void };

export function SearchWindow({ label, opened, pages, onClose }: SearchProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="10dvh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={label} radius="lg">
        <Modal.Body p={0}>
          <Palette pages={pages} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
