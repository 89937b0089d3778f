/**
 * The architecture as rules. A room of the plugin's server imports from rooms below it or from
 * none; nothing imports upwards, nothing goes in a circle. CONTRIBUTING.md says what each room does.
 */

const PLUGIN = '^src/plugins/article-receiver';
const SERVER = `${PLUGIN}/server/src`;
const TESTS = '\\.test(-support)?\\.tsx?$';

/** From top to bottom. Rooms on the same floor do not know each other. */
const FLOORS = [
  { wiring: `${SERVER}/(?!permissions)[^/]+$` },
  { graphql: `${SERVER}/graphql/` },
  { routes: `${SERVER}/routes/` },
  { controllers: `${SERVER}/controllers/`, mcp: `${SERVER}/mcp/` },
  { services: `${SERVER}/services/` },
  { alerts: `${SERVER}/alerts/` },
  // Whoever acts goes by no read model: what both go by is a rule, and lies below them.
  {
    run: `${SERVER}/run/`,
    'site-pages': `${SERVER}/site-pages/`,
    uninstall: `${SERVER}/uninstall/`,
    views: `${SERVER}/views/`,
  },
  { editors: `${SERVER}/editors/` },
  { 'project-stream': `${SERVER}/project-stream/` },
  { write: `${SERVER}/write/` },
  { 'article-content': `${SERVER}/article-content/` },
  { 'shared-documents': `${SERVER}/shared-documents/` },
  { entries: `${SERVER}/entries/` },
  { images: `${SERVER}/images/` },
  { 'strapi-patches': `${SERVER}/strapi-patches/` },
  {
    'guarded-requests': `${SERVER}/guarded-requests/`,
    receive: `${SERVER}/receive/`,
    tokens: `${SERVER}/tokens/`,
  },
  { 'event-log': `${SERVER}/event-log/` },
  { ledger: `${SERVER}/ledger/` },
  { database: `${SERVER}/database/`, strapi: `${SERVER}/strapi/` },
  { mapping: `${SERVER}/mapping/` },
  { projection: `${SERVER}/projection/` },
  { text: `${SERVER}/text/` },
  { 'read-delivery': `${SERVER}/read-delivery/` },
  { 'run-context': `${SERVER}/run-context/` },
  {
    config: `${SERVER}/config/`,
    'content-types': `${SERVER}/content-types/`,
    metrics: `${SERVER}/metrics/`,
    permissions: `${SERVER}/permissions[.]ts$`,
    pace: `${SERVER}/pace/`,
    faults: `${SERVER}/faults/`,
  },
  { shared: `${PLUGIN}/shared/` },
];

/** The large rooms have rooms of their own, on floors of their own: in each, from top to bottom. */
const INSIDE = {
  controllers: [
    { index: 'index[.]ts$' },
    {
      'content-api': 'content-api/',
      deliveries: 'deliveries/',
      articles: 'articles/',
      settings: 'settings/',
    },
    { requests: '(request|article-access)[.]ts$' },
  ],
  views: [
    { article: 'article/', overview: 'overview/', previews: 'previews/' },
    { deliveries: 'deliveries/' },
    { 'site-pages': 'site-pages/' },
  ],
  editors: [
    { watch: 'watch/' },
    { 'by-hand': 'by-hand/', decisions: 'decisions/' },
    { 'what both do': '[^/]+[.]ts$' },
  ],
  run: [{ runners: 'runners/' }, { 'by-hand': 'by-hand/', streams: 'streams/' }],
  ledger: [
    { ledger: 'ledger[.]ts$' },
    {
      streams: 'streams/',
      deliveries: 'deliveries/',
      'shared-documents': 'shared-documents/',
      people: 'people/',
      pages: 'pages/',
      work: 'work/',
    },
    { settings: 'settings/' },
  ],
  mapping: [{ rules: 'rules/' }, { values: 'values/' }, { model: 'model/' }, { blocks: 'blocks/' }],
  text: [
    { markdown: 'markdown/', 'json-ld': 'json-ld/', 'web-page': 'web-page/' },
    { addresses: 'addresses/', secrets: 'secrets/' },
  ],
  projection: [
    { article: 'article/' },
    { 'shared-documents': 'shared-documents/' },
    { merge: 'merge/', publication: 'publication/', addresses: 'addresses/' },
  ],
};

/** Functions of their arguments: no Strapi, no files, no network, no clock of a server. */
const PURE_ROOMS = `(${SERVER}/(read-delivery|projection|text|mapping)|${PLUGIN}/shared)/`;
const PURE_BUILTINS = '^(node:)?(buffer|crypto|zlib)$';

/** What a room must not see: the floors above it, and its neighbours on its own floor. */
function outOfSight(floors, floor, name) {
  const above = floors.slice(0, floor).flatMap((rooms) => Object.values(rooms));
  const neighbours = Object.entries(floors[floor]).filter(([other]) => other !== name);
  return [...above, ...neighbours.map(([, path]) => path)];
}

const downwardsOnly = (floors, within = '') =>
  floors.flatMap((rooms, floor) =>
    Object.entries(rooms)
      .map(([name, path]) => ({ name, path, hidden: outOfSight(floors, floor, name) }))
      .filter(({ hidden }) => hidden.length > 0)
      .map(({ name, path, hidden }) => ({
        name: `downwards-only-from-${within}${name}`,
        comment: `${within}${name} may only import rooms below it.`,
        severity: 'error',
        from: { path, pathNot: TESTS },
        to: { path: hidden },
      })),
  );

const downwardsInside = Object.entries(INSIDE).flatMap(([room, floors]) => {
  const inRoom = floors.map((rooms) =>
    Object.fromEntries(
      Object.entries(rooms).map(([name, path]) => [name, `${SERVER}/${room}/${path}`]),
    ),
  );
  return downwardsOnly(inRoom, `${room}/`);
});

/** A file beside the rooms of a room would be on no floor. */
const noneBeside = Object.entries(INSIDE).map(([room, floors]) => {
  const paths = floors.flatMap((rooms) => Object.values(rooms)).join('|');
  return {
    name: `everything-in-a-room-of-${room}`,
    comment: `What is in ${room} is in one of its rooms.`,
    severity: 'error',
    from: {},
    to: { path: `${SERVER}/${room}/(?!${paths})` },
  };
});

module.exports = {
  forbidden: [
    ...downwardsOnly(FLOORS),
    ...downwardsInside,
    ...noneBeside,
    {
      name: 'log-through-its-interface',
      comment:
        'What is done with the log is in the interface that a site holds: event-log/event-log.',
      severity: 'error',
      from: { path: PLUGIN, pathNot: [`${SERVER}/event-log/`, TESTS] },
      to: {
        path: `${SERVER}/event-log/(append|blobs|bodies|origins|retention|verify|write-arrivals)[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ledger-through-its-interface',
      comment:
        'What is done with the ledger is in the value that a site holds: ledger/ledger. Besides, there are the words for its rows: functions of their arguments.',
      severity: 'error',
      from: { path: PLUGIN, pathNot: [`${SERVER}/ledger/`, TESTS] },
      to: {
        path: `${SERVER}/ledger/.+/`,
        pathNot: `${SERVER}/ledger/(deliveries/(delivery-row|filters|parked-word)|shared-documents/projected-key|streams/stream-row)[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'own-tables-through-log-and-ledger',
      comment:
        'Who else asks the tables themselves: the tokens, whose they are; removal, which takes them away; attention, which joins them with the articles.',
      severity: 'error',
      from: {
        path: `${SERVER}/`,
        pathNot: [
          `${SERVER}/(database|ledger|event-log|tokens|uninstall)/`,
          `${SERVER}/entries/attention[.]ts$`,
          `${SERVER}/register[.]ts$`,
          TESTS,
        ],
      },
      to: {
        path: `${SERVER}/database/(models|rows|tables)[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one idea in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-rooms-without-strapi',
      comment: 'The pure core is tested with tables and properties, without a server.',
      severity: 'error',
      from: { path: PURE_ROOMS, pathNot: TESTS },
      to: { path: 'node_modules/(@strapi|knex|koa|sharp|better-sqlite3|pg|mysql2|bullmq)(/|$)' },
    },
    {
      name: 'pure-rooms-without-the-system',
      comment: 'No files, network or processes in the pure core.',
      severity: 'error',
      from: { path: PURE_ROOMS, pathNot: TESTS },
      to: { dependencyTypes: ['core'], pathNot: PURE_BUILTINS },
    },
    {
      name: 'halves-apart',
      comment: 'The admin panel runs in a browser; what both halves need is in shared.',
      severity: 'error',
      from: { path: `${PLUGIN}/admin/` },
      to: { path: `${PLUGIN}/server/` },
    },
    {
      name: 'command-line-through-the-services',
      comment:
        'The command line asks the services of a loaded site. Only `check` has server code: what reads a body.',
      severity: 'error',
      from: { path: `${PLUGIN}/cli/` },
      to: {
        path: `${PLUGIN}/(server|admin)/`,
        pathNot: `${SERVER}/views/previews/check-body[.]ts$`,
      },
    },
    {
      name: 'nothing-needs-the-command-line',
      severity: 'error',
      from: { path: `${PLUGIN}/(server|admin|shared)/` },
      to: { path: `${PLUGIN}/cli/` },
    },
    {
      name: 'plugin-on-its-own',
      comment: 'The plugin is published without this site and without its tests.',
      severity: 'error',
      from: { path: PLUGIN, pathNot: TESTS },
      to: {
        path: `^(config|src|tests|scripts|examples)/|${TESTS}`,
        pathNot: [`${PLUGIN}/(?!.*${TESTS})`],
      },
    },
    {
      name: 'site-uses-the-built-plugin',
      comment: 'The site loads the plugin as every other site does: through Strapi.',
      severity: 'error',
      from: { path: '^(config|src)/', pathNot: PLUGIN },
      to: { path: PLUGIN },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      // What the plugin's package gives is there only once it is built, perhaps beside this very look.
      to: { couldNotResolve: true, pathNot: '^strapi-plugin-article-receiver/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|src/plugins/[^/]+/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};
