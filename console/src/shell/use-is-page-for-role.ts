import { useMatches } from '@tanstack/react-router';
import { isPageOf, type PageName } from '../api/pages-of-role.ts';
import type { Role } from '../api/types.ts';
import { paths } from '../paths.ts';

/** Whether the page in the address is one for the role. An address without a page is for everybody: it is not found. */
export function useIsPageForRole(role: Role): boolean {
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/\/$/, '') });
  const page = (Object.keys(paths) as PageName[]).find((name) => paths[name] === shown);
  return page === undefined || isPageOf(role, page);
}
