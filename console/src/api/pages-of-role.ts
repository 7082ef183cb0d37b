import type { paths } from '../paths.ts';
import { useRole } from './session.ts';
import type { Role } from './types.ts';

export type PageName = keyof typeof paths;

const everybody: readonly Role[] = ['administrator', 'supervisor', 'viewer'];
/** Those who may see the whole tenant. */
const readers: readonly Role[] = ['administrator', 'viewer'];
const administrators: readonly Role[] = ['administrator'];

/** The roles that each page is for. The server decides what they may read; this only avoids pages that it would refuse. */
const rolesOf: Record<PageName, readonly Role[]> = {
  home: everybody,
  logIn: everybody,
  invitation: everybody,
  start: everybody,
  calls: everybody,
  call: everybody,
  reports: everybody,
  customers: everybody,
  customerImport: administrators,
  customer: everybody,
  blockedNumbers: readers,
  blockedNumberImport: administrators,
  people: readers,
  projects: readers,
  numbers: readers,
  webhooks: administrators,
  webhook: administrators,
  settings: readers,
  general: readers,
  apiKeys: readers,
  requests: administrators,
  account: everybody,
  administrators: readers,
  erasures: administrators,
  auditLog: administrators,
};

export const isPageOf = (role: Role, page: PageName) => rolesOf[page].includes(role);

/** For links: whether the signed-in person may open the page. */
export const useMayOpen = (page: PageName) => isPageOf(useRole(), page);
