import { lazyMenu, type MenuButton } from '../parts/page/lazy-part.tsx';
import type { CallSearch } from './call-search.ts';
import { SavedFiltersButton, ViewButton } from './list-buttons.tsx';
import { currentFilters, useSavedFilters } from './saved-filters.ts';
import type { SavedFiltersMenu as SavedFilters } from './saved-filters-menu.tsx';
import type { ViewMenu as View } from './view-menu.tsx';

// Menus are large, and most people never open those of the list.

type PropsOf<Part extends (props: never) => unknown> = Parameters<Part>[0];

export const SavedFiltersMenu = lazyMenu<PropsOf<typeof SavedFilters>>(
  async () => (await import('./saved-filters-menu.tsx')).SavedFiltersMenu,
  ({ search }, button) => <ClosedFilters search={search} button={button} />,
);

export const ViewMenu = lazyMenu<PropsOf<typeof View>>(
  async () => (await import('./view-menu.tsx')).ViewMenu,
  (_, button) => <ViewButton {...button} />,
);

function ClosedFilters({ search, button }: { search: CallSearch; button: MenuButton }) {
  const { saved } = useSavedFilters();
  return <SavedFiltersButton current={currentFilters(saved, search)?.name} {...button} />;
}
