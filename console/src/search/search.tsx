import { useHotkeys } from '@mantine/hooks';
import { useIsSessionOver } from '../api/session.ts';
import { lazyWindow } from '../parts/page/lazy-part.tsx';
import type { SearchProps } from './search-window.tsx';

const SearchWindow = lazyWindow(async () => (await import('./search-window.tsx')).SearchWindow);

/** The search over everything, opened by a button or by Ctrl-K. Its window is loaded when it is first opened, or before. */
export function Search({ onOpen, ...props }: SearchProps & { onOpen: () => void }) {
  const { opened, onClose } = props;
  const isOver = useIsSessionOver();
  // In fields too. While the console asks for the password, there is nothing to search.
  useHotkeys([['mod+K', () => (opened ? onClose() : !isOver && onOpen())]], [], true);
  return <SearchWindow {...props} opened={opened && !isOver} />;
}
