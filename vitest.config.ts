// One project per package for the unit tests beside its sources, and one per folder of tests/ that
// is a suite.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PACKAGES = [
  'model',
  'web',
  'functions',
  'seed',
  'scripts',
  ...readdirSync('packages', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `packages/${name}`),
];

/** Suites whose tests use a running stack of the shop. */
const USE_SHOP_STACK = ['event-log', 'functions', 'security', 'studio'];
/**
 * Suites whose tests start stacks of the shop's folder or of other projects: what these load is
 * built before.
 */
const START_STACKS = ['database', 'kit', 'pubsub', 'stacks', 'start', 'storage', 'tasks'];
/** Suites whose tests use a Firestore emulator. */
const USE_FIRESTORE = ['rules'];

/**
 * Only a test that hangs exceeds it, also on a busy machine; `npm run test:deep` searches for
 * longer.
 */
const TIMEOUT_MS = process.env.SAVEPOINT_DEEP === undefined ? 60_000 : 3_600_000;
/**
 * Programs that tests start load faster from the bytecode that an earlier start has cached, as in
 * `savepoint start`.
 */
const COMPILE_CACHE = `${import.meta.dirname}/.savepoint/compile-cache`;
/** Unit tests that start processes and send signals, or ask for files of Linux. */
const NOT_ON_WINDOWS = [
  'packages/database/src/data-dir.test.ts',
  'packages/firestore/src/main.test.ts',
  'packages/firestore/src/emulator/write-ahead-log.test.ts',
  'packages/firestore/src/server/command-line.test.ts',
  'packages/server/src/write-ahead-log/append-log.test.ts',
];
/** No test connects to another machine. */
const OUTBOUND_GUARD = ['--require', `${import.meta.dirname}/packages/stack/preload/loopback-only.cjs`];

/** How long `expect.poll` waits; `vi.waitFor`: tests/support/wait-longer.ts. */
const POLL = { timeout: 30_000 };

function project(
  name: string,
  { setupFiles = [], ...test }: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      execArgv: OUTBOUND_GUARD,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      expect: { poll: POLL },
      setupFiles: [
        'tests/support/wait-longer.ts',
        'tests/support/configure-searches.ts',
        ...[setupFiles].flat(),
      ],
      exclude: [
        ...['**/node_modules/**', '**/dist/**'],
        ...(process.platform === 'win32' ? NOT_ON_WINDOWS : []),
      ],
      ...test,
    },
  };
}

const unitTests = PACKAGES.map((folder) =>
  project(`unit-${basename(folder)}`, {
    // One worker runs many files, which costs half of what a worker for each does.
    isolate: false,
    setupFiles: [
      'tests/support/fresh-globals.ts',
      ...(folder === 'web' ? ['web/scripts/set-up-jsdom.ts'] : []),
    ],
    include: [`${folder}/**/*.test.{ts,tsx}`],
  }),
);

const suites = readdirSync('tests', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['e2e', 'bench', 'node_modules', 'support'].includes(entry.name))
  .map(({ name }) =>
    project(name, {
      include: [`tests/${name}/**/*.test.ts`],
      // The registry of firebase-tools' emulators is one for the process that loads it.
      isolate: name === 'storage',
      // Its files share a module that removes at their end what it has written.
      ...(name === 'kit' && { setupFiles: 'tests/support/fresh-globals.ts' }),
      ...(USE_SHOP_STACK.includes(name) && {
        globalSetup: [
          'tests/support/vitest-shop-stacks.ts',
          ...(name === 'studio' ? ['tests/studio/start-browser.ts'] : []),
        ],
        setupFiles: 'tests/support/use-shop-stack.ts',
      }),
      ...(START_STACKS.includes(name) && { globalSetup: 'tests/support/vitest-builds.ts' }),
      ...(name === 'packages' && { globalSetup: 'tests/packages/packed-packages.ts' }),
      ...(USE_FIRESTORE.includes(name) && {
        globalSetup: 'tests/support/vitest-firestore.ts',
        setupFiles: 'tests/support/use-firestore.ts',
      }),
    }),
  );

/**
 * Files of one project with the same environment run one after another, because only those can
 * share a worker.
 */
class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project: { name }, moduleId }) =>
      [name, readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')].join(),
    );
    return [...groups.values()].flat();
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: EnvironmentSequencer },
    projects: [...unitTests, ...suites],
  },
});
