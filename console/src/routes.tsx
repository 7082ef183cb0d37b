import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { isMode } from './api/mode.ts';
import { answerTo, readAhead, readingOf, readingOfAll, readingOfPage, readingOfPlain } from './api/readings.ts';
import { readingSession } from './api/session.ts';
import { callQuery, filtersIn, readCallSearch, readMoment } from './calls/call-search.ts';
import { OtherFilters } from './calls/other-filters.ts';
import { customerQuery, readCustomerSearch } from './customers/customer-search.ts';
import { readingHome } from './home/home-reading.ts';
import { type Given, readAddress } from './parts/lists/address.ts';
import { lazyPart } from './parts/page/lazy-part.tsx';
import { readingsOfNames } from './parts/values/use-names.ts';
import { type Mode, paths } from './paths.ts';
import { readingsOfReports, readReportSearch } from './reports/report-search.ts';
import { readRequestSearch, requestQuery } from './requests/request-search.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { NotFoundPage, PageFailed } from './shell/trouble.tsx';

// Every page in one list. Each is loaded when it is first visited or hovered, and otherwise while the browser is idle.

const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** The page that was asked for before the log-in. */
const readWantedPage = ({ to }: Given): { to?: string | undefined } => (typeof to === 'string' ? { to } : {});
const logIn = createRoute({
  getParentRoute: () => root,
  path: paths.logIn,
  component: lazyPart(
    async () => (await import('./session/log-in-page.tsx')).LogInPage,
    () => <LoadingPage />,
  ),
  validateSearch: (given) => readAddress(given, readWantedPage),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: paths.invitation,
  component: lazyPart(async () => (await import('./session/invitation-page.tsx')).InvitationPage),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyPart(
    async () => (await import('./shell/shell.tsx')).Shell,
    () => <LoadingPage />,
  ),
  loader: () => readAhead([readingSession]),
});
const getParentRoute = () => signedIn;

type Readings = Parameters<typeof readAhead>[0];

const zoneKnown = () => answerTo(readingSession)?.tenant.timezone;

/** The session has the time zone whose days are read. The first page of a visit has to wait for it. */
async function readAheadInZone(readings: (zone: string) => Readings): Promise<void> {
  const readingsNow = () => {
    const zone = zoneKnown();
    return zone ? readings(zone) : [];
  };
  await (zoneKnown() ? readAhead(readingsNow()) : readAhead([readingSession], readingsNow));
}

/** A loader that requests the data of a page, so that the page is drawn once, with its data. */
const ahead =
  (readings: (mode: Mode) => Readings) =>
  ({ params: { mode } }: { params: { mode?: string | undefined } }) =>
    readAhead(isMode(mode) ? readings(mode) : []);

const home = createRoute({
  getParentRoute,
  path: paths.home,
  component: lazyPart(async () => (await import('./home/home-page.tsx')).HomePage),
  loader: ahead((mode) => [readingHome(mode)]),
});
const start = createRoute({
  getParentRoute,
  path: paths.start,
  component: () => <Navigate to={paths.home} replace />,
});
const calls = createRoute({
  getParentRoute,
  path: paths.calls,
  component: lazyPart(async () => (await import('./calls/calls-page.tsx')).CallsPage),
  validateSearch: (given) => readAddress(given, readCallSearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ params: { mode }, deps }) => {
    // An address with filters shows them, and they must not move the list when they arrive.
    const filters = Object.keys(filtersIn(deps)).length > 0 ? OtherFilters.preload() : undefined;
    if (isMode(mode))
      await Promise.all([
        readAheadInZone((zone) => [readingOfPage(mode, '/calls', { query: callQuery(deps, zone) })]),
        readAhead(readingsOfNames(mode)),
      ]);
    await filters;
  },
});
const call = createRoute({
  getParentRoute,
  path: paths.call,
  component: lazyPart(async () => (await import('./calls/detail/call-page.tsx')).CallPage),
  validateSearch: (given) => readAddress(given, readMoment),
  loader: async ({ params: { mode, callId } }) => {
    if (!isMode(mode)) return;
    const reading = readingOf(mode, '/calls/{callId}', { params: { callId } });
    // The name of the customer is the heading.
    await readAhead([reading, ...readingsOfNames(mode)], () => {
      const customerId = answerTo(reading)?.data.customer_id;
      return customerId ? [readingOf(mode, '/customers/{customerId}', { params: { customerId } })] : [];
    });
  },
});
const reports = createRoute({
  getParentRoute,
  path: paths.reports,
  component: lazyPart(async () => (await import('./reports/reports-page.tsx')).ReportsPage),
  validateSearch: (given) => readAddress(given, readReportSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ params: { mode }, deps }) =>
    readAheadInZone((zone) => (isMode(mode) ? readingsOfReports(mode, deps, zone) : [])),
});
const customers = createRoute({
  getParentRoute,
  path: paths.customers,
  component: lazyPart(async () => (await import('./customers/customers-page.tsx')).CustomersPage),
  validateSearch: (given) => readAddress(given, readCustomerSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ params: { mode }, deps }) =>
    readAhead(
      isMode(mode)
        ? [readingOfPage(mode, '/customers/search', { query: customerQuery(deps) }), ...readingsOfNames(mode)]
        : [],
    ),
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
  loader: ({ params: { mode, customerId } }) =>
    readAhead(
      isMode(mode)
        ? [readingOf(mode, '/customers/{customerId}', { params: { customerId } }), ...readingsOfNames(mode)]
        : [],
    ),
});
const blockedNumbers = createRoute({
  getParentRoute,
  path: paths.blockedNumbers,
  component: lazyPart(async () => (await import('./blocked-numbers/blocked-numbers-page.tsx')).BlockedNumbersPage),
  loader: ahead((mode) => [readingOfPage(mode, '/blocked-numbers', { query: { number: '', page: 1, per_page: 50 } })]),
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
  loader: ahead((mode) => [readingOfPlain(mode, '/staff'), ...readingsOfNames(mode)]),
});
const projects = createRoute({
  getParentRoute,
  path: paths.projects,
  component: lazyPart(async () => (await import('./projects/projects-page.tsx')).ProjectsPage),
  loader: ahead((mode) => [readingOfPlain(mode, '/projects', 1, { query: { is_active: true } })]),
});
const numbers = createRoute({
  getParentRoute,
  path: paths.numbers,
  component: lazyPart(async () => (await import('./numbers/numbers-page.tsx')).NumbersPage),
  loader: ahead((mode) => [
    readingOfPlain(mode, '/numbers'),
    readingOfPlain(mode, '/trunks'),
    ...readingsOfNames(mode),
  ]),
});
const webhooks = createRoute({
  getParentRoute,
  path: paths.webhooks,
  component: lazyPart(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage),
  loader: ahead((mode) => [readingOfPage(mode, '/webhooks', { query: { per_page: 100 } })]),
});
const webhook = createRoute({
  getParentRoute,
  path: paths.webhook,
  component: lazyPart(async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage),
  loader: ({ params: { mode, webhookId } }) =>
    readAhead(isMode(mode) ? [readingOf(mode, '/webhooks/{webhookId}', { params: { webhookId } })] : []),
});
const settings = createRoute({
  getParentRoute,
  path: paths.settings,
  component: () => <Navigate to={paths.apiKeys} replace />,
});
const general = createRoute({
  getParentRoute,
  path: paths.general,
  component: lazyPart(async () => (await import('./settings/general-page.tsx')).GeneralPage),
  loader: ahead((mode) => [readingOf(mode, '/tenant')]),
});
const apiKeys = createRoute({
  getParentRoute,
  path: paths.apiKeys,
  component: lazyPart(async () => (await import('./keys/keys-page.tsx')).KeysPage),
  loader: ahead((mode) => [readingOfAll(mode, '/keys')]),
});
const requests = createRoute({
  getParentRoute,
  path: paths.requests,
  component: lazyPart(async () => (await import('./requests/requests-page.tsx')).RequestsPage),
  validateSearch: (given) => readAddress(given, readRequestSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ params: { mode }, deps }) =>
    readAhead(
      isMode(mode)
        ? [readingOfPage(mode, '/requests', { query: requestQuery(deps) }), readingOfAll(mode, '/keys')]
        : [],
    ),
});
const account = createRoute({
  getParentRoute,
  path: paths.account,
  component: lazyPart(async () => (await import('./settings/account-page.tsx')).AccountPage),
  loader: ahead((mode) => [readingOfAll(mode, '/sessions')]),
});
const administrators = createRoute({
  getParentRoute,
  path: paths.administrators,
  component: lazyPart(async () => (await import('./settings/administrators-page.tsx')).AdministratorsPage),
  loader: ahead((mode) => [readingOfPlain(mode, '/administrators'), readingOfAll(mode, '/invitations')]),
});
const erasures = createRoute({
  getParentRoute,
  path: paths.erasures,
  component: lazyPart(async () => (await import('./erasures/erasures-page.tsx')).ErasuresPage),
  loader: ahead((mode) => [readingOfPlain(mode, '/erasures')]),
});
const auditLog = createRoute({
  getParentRoute,
  path: paths.auditLog,
  component: lazyPart(async () => (await import('./settings/audit-log-page.tsx')).AuditLogPage),
  loader: ahead((mode) => [
    ...readingsOfNames(mode),
    ...(['/administrators', '/keys', '/webhooks'] as const).map((list) => readingOfAll(mode, list)),
  ]),
});

const routeTree = root.addChildren([
  logIn,
  invitation,
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
    general,
    apiKeys,
    requests,
    account,
    administrators,
    erasures,
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
