import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type Plugin } from 'vite';

/** The app's variables for a running stack, and the stack's names for them; absent when building for production. */
const STACK_VARIABLES = {
  VITE_PROJECT_ID: 'SAVEPOINT_PROJECT_ID',
  VITE_FIRESTORE_EMULATOR_HOST: 'FIRESTORE_EMULATOR_HOST',
  VITE_AUTH_EMULATOR_HOST: 'FIREBASE_AUTH_EMULATOR_HOST',
  VITE_FUNCTIONS_EMULATOR_HOST: 'SAVEPOINT_FUNCTIONS_HOST',
} as const;

for (const [appName, stackName] of Object.entries(STACK_VARIABLES)) {
  const value = process.env[appName] ?? process.env[stackName];
  if (value) process.env[appName] = value;
}

/**
 * Makes react-router and react-redux tree-shakeable: their calls of forwardRef, memo and createContext are not marked as
 * pure, and their `displayName` assignments are side effects.
 */
const treeShakableLibraries: Plugin = {
  name: 'tree-shakable-libraries',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/(react-router|react-redux)\//.test(id)) return undefined;
    return code
      .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
      .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
  },
};

const functionsHost = process.env.VITE_FUNCTIONS_EMULATOR_HOST;

/** Hosting rewrites this file to a function; the dev server has no Hosting. */
const catalogueProxy =
  functionsHost === undefined
    ? {}
    : {
        '/catalogue.json': {
          target: `http://${functionsHost}`,
          rewrite: (path: string) => `/${process.env.VITE_PROJECT_ID}/us-central1/renderPage${path}`,
        },
      };

/** The build that Hosting serves. */
const SITE_BUILD: BuildOptions = {
  outDir: 'dist/site',
  target: 'es2022',
  modulePreload: { polyfill: false },
  sourcemap: false,
  emptyOutDir: true,
  rolldownOptions: {
    input: { index: 'index.html', 'service-worker': 'src/service-worker.ts' },
    output: {
      codeSplitting: {
        // Few chunks: many small ones compress worse, and each is a request.
        groups: [
          // Two chunks of libraries, so that neither is one long task on a slow phone.
          { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          {
            name: 'libraries',
            test: /node_modules\/(react-router|react-router-dom|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store)\//,
          },
          {
            name: 'app-shell',
            test: /(\/web\/src\/config\/constants|\/web\/src\/api\/(shop-api|firestore-base-query|retry-policy|catalogue-endpoints)|\/web\/src\/lib\/(toast-slice|class-names|listener-middleware|page-head\.|page-metadata|paths|safe-storage)|\/web\/src\/session\/|\/web\/src\/app\/(?!deferred|below-the-fold|footer|page-views|html-document|script-manifest|start-listeners|conversion-|startup-check|hydrate|ssr-(?!payload))|\/web\/src\/components\/(button|empty-state|icon|price|product-image|shop-link|skeleton|stars)|\/features\/wishlist\/wishlist-button|\/model\/src\/(cart|limits|money|stored-items|totals|variants)\.|firebase\/(backend-error|request)\.|preload-helper)/,
          },
          {
            name: 'deferred-shared',
            test: /\/(save-addresses|cart-listeners|order-endpoints|user-record|components\/field)\./,
          },
          { name: 'cards', test: /\/features\/catalog\/(listing|product-card)\./ },
        ],
      },
      // The service worker's URL must not change, and must be at the root for its scope to include every page.
      entryFileNames: (chunk) => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
    },
  },
};

/** The renderer that a function loads (src/server.tsx). */
const SERVER_BUILD: BuildOptions = {
  outDir: 'dist/server',
  target: 'node24',
  sourcemap: false,
  emptyOutDir: true,
  ssr: 'src/server.tsx',
  copyPublicDir: false,
  // Loaded dynamically in browsers only: on the server nobody signs in or searches.
  rolldownOptions: { external: [/^firebase\//, 'minisearch', 'papaparse'] },
};

const REPOSITORY = join(import.meta.dirname, '..');

/** What the dev server may read under `/@fs/`: by default this would be the whole repository, secrets of the functions included. */
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
    // Links to all packages of the repository. Vite resolves imports to the folders that they point to.
    '**/node_modules/@savepoint/**',
  ],
};

/** Host names that the dev server responds to in addition to this machine's: those of `npm start -- --allow-origin`. */
const allowedHosts = (process.env.SAVEPOINT_ALLOW_ORIGIN ?? '')
  .split(',')
  .filter((origin) => URL.canParse(origin))
  .map((origin) => new URL(origin).hostname);

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), treeShakableLibraries],
  ssr: { noExternal: true },
  server: { host: '127.0.0.1', proxy: catalogueProxy, allowedHosts, fs: SERVED_FILES },
  preview: { host: '127.0.0.1' },
  build: isSsrBuild ? SERVER_BUILD : SITE_BUILD,
}));
