import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import type { CallSearch } from './call-search.ts';
import { SavedFiltersButton } from './list-buttons.tsx';
import { listMessages } from './list-messages.ts';
import { currentFilters, isSameSearch, useSavedFilters } from './saved-filters.ts';

const NameWindow = lazyPart(async () => (await import('./name-filters-window.tsx')).NameWindow);

type Props = { search: CallSearch; onShow: (search: CallSearch) => void };

/** Is loaded when it is first opened, or before, and so it begins open. */
export function SavedFiltersMenu({ search, onShow }: Props) {
  const say = useText(listMessages);
  const { saved, save, remove } = useSavedFilters();
  const [isNaming, setIsNaming] = useState(false);
  const current = currentFilters(saved, search);
  const isAnythingSet = !isSameSearch(search, {});
  return (
    <>
      <Menu position="bottom-start" shadow="md" defaultOpened>
        <Menu.Target>
          <SavedFiltersButton current={current?.name} />
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          {saved.map((one) => (
            <Menu.Item
              key={one.name}
              leftSection={<Icon name={one === current ? 'check' : 'bookmark'} size={16} />}
              onClick={() => onShow(one.search)}
            >
              {one.name}
            </Menu.Item>
          ))}
          {saved.length > 0 && <Menu.Divider />}
          {current ? (
            <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => remove(current.name)}>
              {say('remove', { name: current.name })}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Icon name="plus" size={16} />}
              disabled={!isAnythingSet}
              onClick={() => setIsNaming(true)}
            >
              {say(isAnythingSet ? 'save' : 'nothingToSave')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && <NameWindow onClose={() => setIsNaming(false)} onName={(name) => save(name, search)} />}
    </>
  );
}
