/** Whether the console shows and makes test calls or live calls. Every address after the log-in begins with it. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Missing in old links, which the shell completes: see `shell/open-in-mode.tsx`. */
const mode = '/{-$mode}';

/** Every page of the console, in the router's syntax. */
export const paths = {
  home: mode,
  logIn: '/login',
  invitation: '/invitation',
  /** The first steps were a page of their own; bookmarks lead home. */
  start: `${mode}/start`,
  calls: `${mode}/calls`,
  call: `${mode}/calls/$callId`,
  reports: `${mode}/reports`,
  customers: `${mode}/customers`,
  customerImport: `${mode}/customers/import`,
  customer: `${mode}/customers/$customerId`,
  blockedNumbers: `${mode}/blocked-numbers`,
  blockedNumberImport: `${mode}/blocked-numbers/import`,
  people: `${mode}/people`,
  projects: `${mode}/projects`,
  numbers: `${mode}/numbers`,
  webhooks: `${mode}/webhooks`,
  webhook: `${mode}/webhooks/$webhookId`,
  settings: `${mode}/settings`,
  general: `${mode}/settings/general`,
  apiKeys: `${mode}/settings/api-keys`,
  requests: `${mode}/settings/requests`,
  account: `${mode}/settings/account`,
  administrators: `${mode}/settings/administrators`,
  erasures: `${mode}/settings/erasures`,
  auditLog: `${mode}/settings/audit-log`,
} as const;

/** The same in the server's syntax; the server answers these with the page and status 200. */
export const servedPaths = Object.values(paths)
  .flatMap((path) => ['', ...modes.map((name) => `/${name}`)].map((start) => path.replace(mode, start) || '/'))
  .filter((path, at, all) => all.indexOf(path) === at)
  .map((path) => path.replaceAll('$', ':'));
