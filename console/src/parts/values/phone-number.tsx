import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';

// Numbering plans are large, so they are loaded when a number is first shown. Until then, and if they cannot be loaded, numbers
// are shown as the server has them.

type Write = (number: string, country: string) => string | undefined;
let write: Write | undefined;
let isLoading = false;
const waiting = new Set<() => void>();

function load(): void {
  if (write || isLoading) return;
  isLoading = true;
  import('./national-number.ts')
    .then(({ nationalNumber }) => {
      write = nationalNumber;
      for (const notify of waiting) notify();
    })
    .catch(() => {})
    .finally(() => {
      isLoading = false;
    });
}

function subscribe(notify: () => void): () => void {
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/** Writes numbers of the tenant's country as people write them there, and leaves all other texts as they are. */
export function useNationalNumbers(): (number: string) => string {
  const { default_country: country } = useSession().tenant;
  const writing = useSyncExternalStore(subscribe, () => write);
  useEffect(() => {
    if (country !== null) load();
  }, [country]);
  return (number) => (country !== null && writing?.(number, country)) || number;
}

/** A number that is not masked. The tooltip has the international form. */
export function WrittenNumber({ number }: { number: string }) {
  const national = useNationalNumbers()(number);
  return national === number ? number : <span title={number}>{national}</span>;
}
