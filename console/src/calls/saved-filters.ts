import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { remember, remembered } from '../remembered.ts';
import { type CallSearch, readCallSearch } from './call-search.ts';

export type SavedFilter = { name: string; search: CallSearch };

/** Filters that a person has named, kept in this browser. They may contain numbers, so the next person does not see them. */
export function useSavedFilters() {
  const choice = `callFilters.${useSession().administrator.administrator_id}` as const;
  const [saved, setSaved] = useState(() => readSaved(remembered(choice)));
  const keep = (next: SavedFilter[]) => {
    remember(choice, JSON.stringify(next));
    setSaved(next);
  };
  const others = (name: string) => saved.filter((one) => one.name !== name);
  return {
    saved,
    save: (name: string, search: CallSearch) => keep([...others(name), { name, search: withoutPage(search) }]),
    remove: (name: string) => keep(others(name)),
  };
}

/** The saved filters that the list shows. */
export const currentFilters = (saved: SavedFilter[], search: CallSearch) =>
  saved.find((one) => isSameSearch(one.search, search));

export const isSameSearch = (one: CallSearch, other: CallSearch) => written(one) === written(other);

const written = (search: CallSearch) => JSON.stringify(Object.entries(withoutPage(search)).sort());

const withoutPage = ({ page: _, ...search }: CallSearch): CallSearch => readCallSearch(search);

/** Storage can be changed by hand, and by versions with other filters. */
function readSaved(text: string | undefined): SavedFilter[] {
  try {
    const found: { name: unknown; search: unknown }[] = JSON.parse(text ?? '[]');
    return found.map(({ name, search }) => ({ name: String(name), search: readCallSearch(search as CallSearch) }));
  } catch {
    return [];
  }
}
