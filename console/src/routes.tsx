import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { isMode } from './api/mode.ts';
import { readAhead, readingOfPage } from './api/readings.ts';
import { readingSession } from './api/session.ts';
import { callQuery, readCallSearch } from './calls/call-search.ts';
import { lazyPart } from './parts/page/lazy-part.tsx';
import { readingsOfNames } from './parts/values/use-names.ts';
import { paths } from './paths.ts';
import { readReportSearch } from './reports/report-search.ts';
import { readRequestSearch } from './requests/request-search.ts';
import { LogInPage } from './session/log-in-page.tsx';
import { Shell } from './shell/shell.tsx';
import { NotFoundPage, PageFailed } from './shell/trouble.tsx';

// Every page in one list. Each is loaded when it is first visited or hovered, and otherwise while the browser is idle.

const root = createRootRoute({ notFoundComponent: NotFoundPage });

const logIn = createRoute({
  getParentRoute: () => root,
  path: paths.logIn,
  component: LogInPage,
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  loader: () => readAhead([readingSession]),
});
const getParentRoute = () => signedIn;

const home = createRoute({
  getParentRoute,
  path: paths.home,
  component: () => <Navigate to={paths.start} replace />,
});
const start = createRoute({
  getParentRoute,
  path: paths.start,
  component: lazyPart(async () => (await import('./start/start-page.tsx')).StartPage),
});
const calls = createRoute({
  getParentRoute,
  path: paths.calls,
  component: lazyPart(async () => (await import('./calls/calls-page.tsx')).CallsPage),
  validateSearch: readCallSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { mode }, deps }) =>
    readAhead(
      isMode(mode) ? [readingOfPage(mode, '/calls', { query: callQuery(deps) }), ...readingsOfNames(mode)] : [],
    ),
});
const call = createRoute({
  getParentRoute,
  path: paths.call,
  component: lazyPart(async () => (await import('./calls/detail/call-page.tsx')).CallPage),
});
const reports = createRoute({
  getParentRoute,
  path: paths.reports,
  component: lazyPart(async () => (await import('./reports/reports-page.tsx')).ReportsPage),
  validateSearch: readReportSearch,
});
const customers = createRoute({
  getParentRoute,
  path: paths.customers,
  component: lazyPart(async () => (await import('./customers/customers-page.tsx')).CustomersPage),
});
const customerImport = createRoute({
  getParentRoute,
  path: paths.customerImport,
  component: lazyPart(async () => (await import('./customers/import/import-page.tsx')).ImportPage),
});
const customer = createRoute({
  getParentRoute,
  path: paths.customer,
  component: lazyPart(async () => (await import('./customers/customer-page.tsx')).CustomerPage),
});
const blockedNumbers = createRoute({
  getParentRoute,
  path: paths.blockedNumbers,
  component: lazyPart(async () => (await import('./blocked-numbers/blocked-numbers-page.tsx')).BlockedNumbersPage),
});
const blockedNumberImport = createRoute({
  getParentRoute,
  path: paths.blockedNumberImport,
  component: lazyPart(async () => (await import('./blocked-numbers/import/import-page.tsx')).BlockedNumberImportPage),
});
const people = createRoute({
  getParentRoute,
  path: paths.people,
  component: lazyPart(async () => (await import('./people/people-page.tsx')).PeoplePage),
});
const projects = createRoute({
  getParentRoute,
  path: paths.projects,
  component: lazyPart(async () => (await import('./projects/projects-page.tsx')).ProjectsPage),
});
const numbers = createRoute({
  getParentRoute,
  path: paths.numbers,
  component: lazyPart(async () => (await import('./numbers/numbers-page.tsx')).NumbersPage),
});
const webhooks = createRoute({
  getParentRoute,
  path: paths.webhooks,
  component: lazyPart(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage),
});
const webhook = createRoute({
  getParentRoute,
  path: paths.webhook,
  component: lazyPart(async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage),
});
const settings = createRoute({
  getParentRoute,
  path: paths.settings,
  component: () => <Navigate to={paths.apiKeys} replace />,
});
const apiKeys = createRoute({
  getParentRoute,
  path: paths.apiKeys,
  component: lazyPart(async () => (await import('./keys/keys-page.tsx')).KeysPage),
});
const requests = createRoute({
  getParentRoute,
  path: paths.requests,
  component: lazyPart(async () => (await import('./requests/requests-page.tsx')).RequestsPage),
  validateSearch: readRequestSearch,
});
const account = createRoute({
  getParentRoute,
  path: paths.account,
  component: lazyPart(async () => (await import('./settings/account-page.tsx')).AccountPage),
});
const administrators = createRoute({
  getParentRoute,
  path: paths.administrators,
  component: lazyPart(async () => (await import('./settings/administrators-page.tsx')).AdministratorsPage),
});
const auditLog = createRoute({
  getParentRoute,
  path: paths.auditLog,
  component: lazyPart(async () => (await import('./settings/audit-log-page.tsx')).AuditLogPage),
});

const routeTree = root.addChildren([
  logIn,
  signedIn.addChildren([
    home,
    start,
    calls,
    call,
    reports,
    customers,
    customerImport,
    customer,
    blockedNumbers,
    blockedNumberImport,
    people,
    projects,
    numbers,
    webhooks,
    webhook,
    settings,
    apiKeys,
    requests,
    account,
    administrators,
    auditLog,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
