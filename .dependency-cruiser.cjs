// The allowed imports: the table of ARCHITECTURE.md, checked by `npm run check`.

const src = 'server/src';
/** The slices in levels, from below: a slice imports those of the levels below its own, so no two can import each other. */
const levels = [
  ['tenants'],
  ['keys', 'administrators', 'request-log'],
  ['staff', 'trunks'],
  ['projects'],
  ['numbers'],
  ['telephony'],
  ['customers', 'blocked-numbers'],
  ['calls'],
  ['recordings'],
  ['insights'],
  ['call-detail', 'directory', 'reports', 'webhooks'],
  ['persons', 'home', 'backup', 'removals'],
];
const slices = levels.flat().join('|');

/**
 * Subfolders in levels, from below, and the files beside them that each subfolder may import. All other files of the folder are
 * above its subfolders.
 */
const subfolders = {
  platform: { levels: [['text', 'time', 'network', 'concurrency', 'tracing']], below: ['ids', 'problem'] },
  administrators: { levels: [['audit', 'credentials'], ['sessions']], below: ['queries'] },
  calls: { levels: [['state'], ['limits', 'listing'], ['driving']], below: [] },
  webhooks: { levels: [['sending'], ['queue'], ['deliveries']], below: ['queries', 'schema', 'examples'] },
  insights: {
    levels: [['models'], ['voice'], ['transcript'], ['summary'], ['jobs']],
    below: ['insight', 'empty-insights'],
  },
  http: { levels: [['input'], ['access'], ['answers']], below: [] },
  cli: { levels: [['terminal'], ['installation', 'definitions'], ['commands']], below: [] },
  'engine/asterisk': { levels: [['ari'], ['provisioning'], ['call']], below: [] },
};

const rulesOf = (src, subfolders) =>
  Object.entries(subfolders).flatMap(([folder, { levels, below }]) =>
    levels.flatMap((level, i) =>
      level.map((subfolder) => {
        const lower = [subfolder, ...levels.slice(0, i).flat()].join('|');
        const files = below.map((file) => `|^${src}/${folder}/${file}\\.ts$`).join('');
        return {
          name: `${folder}/${subfolder}-imports-what-is-below-it`,
          severity: 'error',
          from: { path: `^${src}/${folder}/${subfolder}/`, pathNot: '\\.test\\.ts$' },
          to: { path: `^${src}/${folder}/`, pathNot: `^${src}/${folder}/(${lower})/${files}` },
        };
      }),
    ),
  );

/** The folders below all slices. */
const ground = ['platform', 'database', 'events', 'jobs', 'http'];

/** A folder that may import nothing of ours but itself and the folders named. */
const only = (folder, ...allowed) => ({
  name: `${folder}-imports-what-is-below-it`,
  severity: 'error',
  from: { path: `^${src}/(${folder})/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^${src}/`, pathNot: `^${src}/(${[folder, ...allowed].join('|')})/` },
});

const consoleSrc = 'console/src';
/** The folders of the console in levels, from below. */
const consoleLevels = [
  ['i18n'],
  ['api'],
  ['parts'],
  ['blocked-numbers', 'calls', 'erasures', 'keys', 'numbers', 'reports', 'requests', 'session'],
  ['customers', 'people', 'projects', 'settings', 'webhooks'],
  ['search', 'start'],
  ['shell', 'home'],
];
/** Files of the console that each of its folders may import. */
const consoleGround = ['paths', 'remembered'].join('|');
const consoleSubfolders = {
  parts: {
    levels: [['files', 'icons'], ['values'], ['problems'], ['forms', 'page'], ['lists']],
    below: ['words.messages'],
  },
};

const consoleRules = consoleLevels.flatMap((level, i) =>
  level.map((folder) => {
    const lower = [folder, ...consoleLevels.slice(0, i).flat()].join('|');
    return {
      name: `console-${folder}-imports-what-is-below-it`,
      severity: 'error',
      from: { path: `^${consoleSrc}/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^${consoleSrc}/`, pathNot: `^${consoleSrc}/((${lower})/|(${consoleGround})\\.ts$)` },
    };
  }),
);

module.exports = {
  forbidden: [
    only('platform'),
    only('database', 'platform'),
    only('engine', 'platform'),
    only('events', 'platform', 'database'),
    only('jobs', 'platform', 'database'),
    only('http', 'platform', 'database'),
    {
      name: 'slices-know-ports-alone',
      comment: 'Of the engine, slices know the ports alone.',
      severity: 'error',
      from: { path: `^${src}/(${slices})/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^${src}/engine/`,
        pathNot: `^${src}/engine/(engine|phone-system|read-party-states|registered-phones)\\.ts$`,
      },
    },
    ...levels.flatMap((level, i) =>
      level.map((slice) => only(slice, ...ground, 'engine', ...levels.slice(0, i).flat())),
    ),
    ...rulesOf(src, subfolders),
    ...consoleRules,
    ...rulesOf(consoleSrc, consoleSubfolders),
    {
      name: 'compose-imports-what-is-below-it',
      comment: 'It composes slices and engines for those who start a server: app, server and cli.',
      severity: 'error',
      from: { path: `^${src}/compose/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^${src}/(app|server|main)\\.ts$|^${src}/cli/` },
    },
    {
      name: 'slices-hide-queries-and-routes',
      comment: "A slice uses another slice's verbs, never its queries or routes.",
      severity: 'error',
      from: { path: `^${src}/(${slices})/` },
      to: { path: `^${src}/.*(queries|routes)\\.ts$`, pathNot: `^${src}/$1/` },
    },
    {
      name: 'verbs-do-not-know-http',
      comment:
        'Only routes, schemas and what translates for them touch http; a verb serves the console and the commands too.',
      severity: 'error',
      from: {
        path: `^${src}/(${slices})/`,
        pathNot: '([/-]routes\\.ts|[/-]schema\\.ts|/read-[^/]+\\.ts|-answer\\.ts|\\.test\\.ts)$',
      },
      to: { path: `^(${src}/http/|node_modules/fastify/)` },
    },
    {
      name: 'programs-do-not-import-tests',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '(^server/test/|\\.test\\.ts$)' },
    },
    {
      name: 'console-stands-alone',
      comment: 'The console knows the server by its API alone, and nothing of it runs in the server.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|bench|proof|scripts)/' },
    },
    {
      name: 'server-does-not-import-the-console',
      severity: 'error',
      from: { path: '^(server|bench|proof)/' },
      to: { path: '^console/' },
    },
    {
      name: 'sdk-stands-alone',
      comment:
        'The SDK runs everywhere: it imports no package, nothing of Node, and knows the server by its API alone.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^sdk/src/' },
    },
    {
      name: 'programs-do-not-import-the-sdk',
      severity: 'error',
      from: { path: '^(server/src|console/src|bench|proof)/' },
      to: { path: '^sdk/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-packages-in-the-program',
      severity: 'error',
      from: { path: `^${src}/`, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
