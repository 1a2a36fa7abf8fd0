// The projects of the suite. Everything that differs between them is here: the programs beside this
// file are project-independent.

import type { TestReport } from './read-counts.ts';

/**
 * A public Firebase project, and the expected results of its own tests on a stack of `npx
 * savepoint`.
 */
export interface ForeignProject {
  /** The name for `--only` and for its log. */
  readonly name: string;
  /**
   * `owner/name` at GitHub. The checkout is expected in a folder of this name, without the owner.
   */
  readonly repository: string;
  /** The folder of the checkout to copy: the one with firebase.json. */
  readonly folder: string;
  /**
   * The folders whose packages the test needs, relative to the copy. Their install scripts are not
   * run.
   */
  readonly packages: readonly string[];
  /** Flags of `npm install`, and packages in a version other than package.json's. */
  readonly install?: readonly string[];
  /** The build command from its README, run by a shell in the copy after the installation. */
  readonly build?: string;
  /**
   * True if the tests run `firebase emulators:start` themselves: firebase.mjs replaces it, and
   * `savepoint exec` is not used.
   */
  readonly startsEmulators?: boolean;
  /** Where the test command runs, relative to the copy. */
  readonly workingFolder?: string;
  /** Flags of `savepoint exec`. */
  readonly flags?: readonly string[];
  /**
   * The command after `savepoint exec --`; a single text with spaces is run by a shell. `{samples}`
   * is the folder of our own tests, for projects without tests.
   */
  readonly test: readonly [string, ...string[]];
  /** The test runner whose last lines are read. */
  readonly report: TestReport;
  readonly passes: number;
  /** Tests that cannot pass here, with the reason; defaults to 0. */
  readonly failures?: { readonly count: number; readonly reason: string };
}

/** A sample of firebase/functions-samples. Those have no tests: ours follow the README. */
function functionsSample(folder: string, passes: number, packages: readonly string[] = []): ForeignProject {
  return {
    name: folder,
    repository: 'firebase/functions-samples',
    folder: `Node/quickstarts/${folder}`,
    packages: ['functions'],
    // Their lock files are pnpm's, which accepts a newer firebase-admin than firebase-functions
    // asks for.
    install: ['--omit=dev', '--legacy-peer-deps', ...packages],
    test: ['node', '--test', `{samples}/${folder}.mjs`],
    report: 'node',
    passes,
  };
}

/** A sample of firebase/functions-samples that tests its functions, by its own script. */
function functionsTest(folder: string, report: TestReport, passes: number): ForeignProject {
  return {
    name: folder,
    repository: 'firebase/functions-samples',
    folder: `Node/${folder}`,
    packages: ['functions'],
    install: ['--legacy-peer-deps'],
    workingFolder: 'functions',
    test: ['npm', 'test'],
    report,
    passes,
  };
}

export const FOREIGN_PROJECTS: readonly ForeignProject[] = [
  {
    name: 'emulators-codelab',
    repository: 'firebase/emulators-codelab',
    folder: 'codelab-final-state',
    packages: ['functions'],
    workingFolder: 'functions',
    // Its own limit of five seconds is too short for the first start of a function on a busy
    // machine.
    test: ['npm', 'test', '--', '--timeout', '120000'],
    report: 'mocha',
    passes: 5,
  },
  {
    name: 'quickstart-rules-v9',
    repository: 'firebase/quickstart-testing',
    folder: 'unit-test-security-rules-v9',
    packages: ['.'],
    test: ['npm', 'test'],
    report: 'jest',
    passes: 11,
  },
  {
    name: 'quickstart-rules',
    repository: 'firebase/quickstart-testing',
    folder: 'unit-test-security-rules',
    packages: ['.'],
    test: ['npm', 'run', 'test-firestore'],
    report: 'jest',
    passes: 7,
  },
  {
    name: 'quickstart-functions',
    repository: 'firebase/quickstart-testing',
    folder: 'unit-test-cloud-functions',
    packages: ['functions'],
    workingFolder: 'functions',
    test: ['npm', 'test'],
    report: 'mocha',
    passes: 4,
  },
  {
    name: 'rxfire',
    repository: 'FirebaseExtended/rxfire',
    folder: '.',
    packages: ['.', 'test/functions'],
    flags: ['--project', 'rxfire-test-c497c'],
    // Jest's own limit of five seconds is too short for the first requests on a busy machine.
    test: ['npm run build && npm run jest -- --testTimeout 60000'],
    report: 'jest',
    passes: 52,
  },
  {
    name: 'reactfire',
    repository: 'FirebaseExtended/reactfire',
    folder: '.',
    packages: ['.', 'functions'],
    flags: ['--project', 'rxfire-525a3'],
    // Vitest's own limit of five seconds is too short for the first start of a function on a busy
    // machine.
    test: ['npx', 'vitest', 'run', '--testTimeout', '20000'],
    report: 'vitest',
    passes: 67,
  },
  {
    name: 'vuefire',
    repository: 'vuejs/vuefire',
    folder: '.',
    packages: ['.'],
    install: ['--legacy-peer-deps'],
    // Its functions are part of a workspace of pnpm's.
    flags: ['--only', 'auth,firestore,database,storage'],
    // Excludes those of its module for Nuxt, which need a build.
    test: ['npx', 'vitest', 'run', ...['database', 'firestore', 'storage'].map((name) => `tests/${name}`)],
    report: 'vitest',
    passes: 128,
  },
  {
    name: 'firebase-admin-node-database',
    repository: 'firebase/firebase-admin-node',
    folder: '.',
    packages: ['.'],
    build: 'npx gulp compile',
    // It has no firebase.json.
    flags: ['--project', 'demo-admin-node', '--only', 'database'],
    test: [
      'env',
      ...['TS_NODE_TRANSPILE_ONLY=1', 'npx', 'mocha', '--require', 'ts-node/register', '--exit'],
      ...['--timeout', '20000'],
      ...['setup', 'database.spec'].map((name) => `test/integration/${name}.ts`),
    ],
    report: 'mocha',
    // Three more skip themselves with any emulator.
    passes: 13,
  },
  {
    name: 'collaborative-learning-rules',
    repository: 'concord-consortium/collaborative-learning',
    folder: '.',
    packages: ['firebase-test'],
    // The rules need neither its three codebases of functions nor their packages.
    flags: ['--only', 'firestore'],
    workingFolder: 'firebase-test',
    // Jest's own limit of five seconds is too short for the first requests on a busy machine.
    test: ['npm', 'test', '--', '--testTimeout', '60000'],
    report: 'jest',
    passes: 408,
  },
  {
    name: 'firebase-tools-storage',
    repository: 'firebase/firebase-tools',
    folder: '.',
    packages: ['.'],
    install: ['--legacy-peer-deps'],
    startsEmulators: true,
    // Without the tests in a browser, which load pages from the internet. Its own limit of two
    // seconds is too short on a busy machine.
    test: [
      'npx',
      ...['mocha', '--timeout', '60000'],
      ...[
        'conformance/firebase.endpoints.test.ts',
        'conformance/gcs-js-sdk.test.ts',
        'conformance/gcs.endpoints.test.ts',
        'internal/tests.ts',
      ].map((file) => `scripts/storage-emulator-integration/${file}`),
    ],
    report: 'mocha',
    passes: 104,
  },
  {
    name: 'firebase-tools-import-export',
    repository: 'firebase/firebase-tools',
    folder: '.',
    packages: ['.'],
    install: ['--legacy-peer-deps'],
    startsEmulators: true,
    test: [
      'env',
      ...['FBTOOLS_TARGET_PROJECT=demo-test', 'npx', 'mocha', '--exit'],
      'scripts/emulator-import-export-tests/tests.ts',
    ],
    report: 'mocha',
    passes: 10,
  },
  {
    name: 'firebase-tools-triggers',
    repository: 'firebase/firebase-tools',
    folder: '.',
    packages: ['.', ...['triggers', 'v1', 'v2'].map((each) => `scripts/triggers-end-to-end-tests/${each}`)],
    install: ['--legacy-peer-deps'],
    startsEmulators: true,
    test: [
      'env',
      ...['FBTOOLS_TARGET_PROJECT=demo-test', 'npx', 'mocha', '--exit'],
      'scripts/triggers-end-to-end-tests/tests.ts',
    ],
    report: 'mocha',
    passes: 26,
    failures: {
      count: 5,
      reason:
        'one expects 500 for a function that times out, and production responds 504; four expect that a file that is overwritten is not deleted, and production says that it is',
    },
  },
  functionsSample('uppercase-firestore', 2),
  functionsSample('firestore-sync-auth', 3),
  functionsSample('pubsub-helloworld', 3),
  functionsSample('thumbnails', 1),
  // Calls `admin.firestore()`, which firebase-admin 14 of its package.json no longer has.
  functionsSample('auth-blocking-functions', 3, ['firebase-admin@13']),
  {
    name: 'fireway',
    repository: 'kevlened/fireway',
    folder: '.',
    packages: ['.'],
    install: ['--legacy-peer-deps'],
    // Its clients use 0.0.0.0, through which pages also reach loopback.
    flags: ['--allow-origin', 'http://0.0.0.0:8181'],
    // start-test runs `firebase emulators:start --only firestore`.
    test: ['npm', 'test'],
    report: 'tape',
    passes: 114,
  },
  functionsTest('test-functions-jest-ts', 'jest', 2),
  functionsTest('test-functions-jest', 'jest', 1),
  functionsTest('test-functions-mocha', 'mocha', 1),
  {
    name: 'deliberate-lab',
    repository: 'PAIR-code/deliberate-lab',
    folder: '.',
    packages: ['.'],
    // Its packages ask for Node 22.
    install: ['--legacy-peer-deps', '--engine-strict=false'],
    build: 'npm run build --workspace utils',
    flags: [
      ...['--config', 'firebase-test.json', '--project', 'demo-deliberate-lab'],
      ...['--only', 'firestore,functions'],
    ],
    // `firebase -c ../firebase-test.json emulators:exec --only firestore,functions "npx jest ..."`
    test: ['npm', 'run', 'test:firestore', '--workspace', 'functions'],
    report: 'jest',
    passes: 107,
  },
  {
    name: 'extensions-delete-user-data',
    repository: 'firebase/extensions',
    folder: '.',
    packages: ['.', '_emulator/functions', 'delete-user-data/functions'],
    install: ['--legacy-peer-deps'],
    workingFolder: '_emulator',
    // `cd ../../_emulator && firebase emulators:exec "jest ..."`
    test: ['npm', 'run', 'test:local', '--prefix', '../delete-user-data/functions'],
    report: 'jest',
    passes: 24,
  },
  {
    name: 'friendly-eats',
    repository: 'firebase/quickstart-js',
    folder: 'firestore',
    // Its functions are not installed, as in a fresh clone.
    packages: [],
    flags: ['--project', 'demo-friendly-eats', '--import', 'app-data-seed', '--ui'],
    // Its script `emulators`, with our tests instead of `ng serve`.
    test: [
      'firebase --project demo-friendly-eats emulators:exec --import ./app-data-seed --ui "node --test {samples}/friendly-eats.mjs"',
    ],
    report: 'node',
    passes: 2,
  },
  {
    name: 'quickstart-database',
    repository: 'firebase/quickstart-js',
    folder: 'database',
    packages: ['.'],
    install: ['--engine-strict=false'],
    test: ['node', '--test', '{samples}/quickstart-database.mjs'],
    report: 'node',
    passes: 2,
  },
  {
    name: 'snippets-rules',
    repository: 'firebase/snippets-rules',
    folder: '.',
    packages: ['.'],
    // TypeScript 2 cannot read the types of its packages.
    install: ['--legacy-peer-deps', 'typescript@5'],
    // As in its build.sh; the types of its packages have errors for any TypeScript.
    test: [
      'npm run build; npx firebase --project=firestore-snippets emulators:exec --only firestore "npm run test"',
    ],
    report: 'mocha',
    passes: 18,
  },
];
