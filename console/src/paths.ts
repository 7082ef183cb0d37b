/** Whether test calls or live ones are seen and made. It is the beginning of every address behind the log-in. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Absent in links from before it existed, which the shell completes: see `shell/open-in-mode.tsx`. */
const mode = '/{-$mode}';

/** Every page of the console, in the spelling of the router. */
export const paths = {
  home: mode,
  logIn: '/login',
  start: `${mode}/start`,
  calls: `${mode}/calls`,
  call: `${mode}/calls/$callId`,
  reports: `${mode}/reports`,
  customers: `${mode}/customers`,
  customerImport: `${mode}/customers/import`,
  customer: `${mode}/customers/$customerId`,
  people: `${mode}/people`,
  projects: `${mode}/projects`,
  numbers: `${mode}/numbers`,
  webhooks: `${mode}/webhooks`,
  webhook: `${mode}/webhooks/$webhookId`,
  settings: `${mode}/settings`,
  apiKeys: `${mode}/settings/api-keys`,
  account: `${mode}/settings/account`,
  administrators: `${mode}/settings/administrators`,
  auditLog: `${mode}/settings/audit-log`,
} as const;

/** The same in the spelling of the server, which answers with the page and status 200 at these. */
export const servedPaths = Object.values(paths)
  .flatMap((path) => ['', ...modes.map((name) => `/${name}`)].map((start) => path.replace(mode, start) || '/'))
  .filter((path, at, all) => all.indexOf(path) === at)
  .map((path) => path.replaceAll('$', ':'));
