import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import { functionPaths } from './function-paths.ts';

/**
 * The app's variables for a running stack, with the stack's names for them; absent in production
 * builds.
 */
const STACK_VARIABLES = {
  VITE_PROJECT_ID: 'SAVEPOINT_PROJECT_ID',
  VITE_FIRESTORE_EMULATOR_HOST: 'FIRESTORE_EMULATOR_HOST',
  VITE_AUTH_EMULATOR_HOST: 'FIREBASE_AUTH_EMULATOR_HOST',
  VITE_FUNCTIONS_EMULATOR_HOST: 'SAVEPOINT_FUNCTIONS_HOST',
  VITE_STORAGE_EMULATOR_HOST: 'FIREBASE_STORAGE_EMULATOR_HOST',
} as const;

for (const [appName, stackName] of Object.entries(STACK_VARIABLES)) {
  const value = process.env[appName] ?? process.env[stackName];
  if (value) process.env[appName] = value;
}

const functionsHost = process.env.VITE_FUNCTIONS_EMULATOR_HOST;

const functionProxy =
  functionsHost === undefined
    ? {}
    : Object.fromEntries(
        functionPaths().map(([path, name]) => [
          path,
          {
            target: `http://${functionsHost}`,
            rewrite: (url: string) => `/${process.env.VITE_PROJECT_ID}/us-central1/${name}${url}`,
          },
        ]),
      );

/** The build that Hosting serves. */
const SITE_BUILD: BuildOptions = {
  outDir: 'dist/site',
  target: 'es2022',
  // One small stylesheet, which build.ts inlines into the page.
  cssCodeSplit: false,
  modulePreload: {
    polyfill: false,
    // A table of the imports of every lazy chunk would add 3 kB to the first page. Most of them are
    // loaded by then, and routes are prefetched when their link is hovered or focused.
    resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
  },
  sourcemap: false,
  emptyOutDir: true,
  rolldownOptions: {
    input: { index: 'index.html', 'service-worker': 'src/service-worker.ts' },
    output: {
      codeSplitting: {
        // Two chunks of libraries, so that neither is one long task on a slow phone.
        groups: [
          { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          {
            name: 'libraries',
            test: /node_modules\/(react-router|react-router-dom|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store)\//,
          },
          // The modules of every page in two chunks instead of thirty: the store's, and the others.
          { name: 'api', tags: ['$initial'], test: /\/web\/src\/api\/|\/model\/src\// },
          { name: 'app', tags: ['$initial'], test: /^(?!.*(service-worker|offline-caches)\.ts)/ },
        ],
      },
      // The service worker's URL must not change, and must be at the root for its scope to include
      // every page.
      entryFileNames: (chunk) => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
    },
  },
};

/** The renderer that a function loads (src/ssr/server.tsx). */
const SERVER_BUILD: BuildOptions = {
  outDir: 'dist/server',
  target: 'node24',
  sourcemap: false,
  emptyOutDir: true,
  ssr: 'src/ssr/server.tsx',
  copyPublicDir: false,
  // Only browsers load these dynamically: on the server nobody signs in or searches.
  rolldownOptions: { external: [/^firebase\//, 'minisearch', 'papaparse'] },
};

const REPOSITORY = join(import.meta.dirname, '..');

/**
 * The folders that the dev server may serve under `/@fs/`: the default is the whole repository,
 * including secrets of the functions.
 */
const SERVED_FILES = {
  allow: ['web', 'model', 'node_modules'].map((folder) => join(REPOSITORY, folder)),
  deny: [
    '.env',
    '.env.*',
    '.secret*',
    '*.{crt,pem,key,p12,pfx,cer,der}',
    '.npmrc',
    '.yarnrc.yml',
    '**/.git/**',
    // Links to all packages of the repository. Vite resolves imports to the linked folders.
    '**/node_modules/@savepoint/**',
  ],
};

/**
 * Additional host names that the dev server accepts: Docker's, and those of `npm start --
 * --allow-origin`.
 */
const allowedHosts = (process.env.SAVEPOINT_ALLOW_ORIGIN ?? '')
  .split(',')
  .filter((origin) => URL.canParse(origin))
  .map((origin) => new URL(origin).hostname)
  .concat('host.docker.internal');

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  ssr: { noExternal: true },
  server: { host: '127.0.0.1', proxy: functionProxy, allowedHosts, fs: SERVED_FILES },
  preview: { host: '127.0.0.1' },
  build: isSsrBuild ? SERVER_BUILD : SITE_BUILD,
  // Vite leaves it to the process that runs the bundle, which is not production with emulated
  // functions: React and Redux would run development checks on each page.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}));
