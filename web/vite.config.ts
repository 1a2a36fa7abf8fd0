// Owns how the web app is served in development and built for Hosting.
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type Plugin } from 'vite';

/** What a running stack calls its addresses, and what the app calls them; absent when building for production. */
const STACK_NAMES = {
  VITE_PROJECT_ID: 'SAVEPOINT_PROJECT_ID',
  VITE_FIRESTORE_EMULATOR_HOST: 'FIRESTORE_EMULATOR_HOST',
  VITE_AUTH_EMULATOR_HOST: 'FIREBASE_AUTH_EMULATOR_HOST',
  VITE_FUNCTIONS_EMULATOR_HOST: 'SAVEPOINT_FUNCTIONS_HOST',
} as const;

for (const [appName, stackName] of Object.entries(STACK_NAMES)) {
  const value = process.env[appName] ?? process.env[stackName];
  if (value) process.env[appName] = value;
}

/**
 * Lets the bundler drop the parts of the router that the shop does not use (its forms, its scroll handling): upstream
 * leaves calls unmarked and names components by assignment, which keeps them all.
 */
const unusedRouterParts: Plugin = {
  name: 'unused-router-parts',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/(react-router|react-redux)\//.test(id)) return undefined;
    return code
      .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
      .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
  },
};

const functionsHost = process.env.VITE_FUNCTIONS_EMULATOR_HOST;

/** Rendered pages are a function behind Hosting; the dev server has no Hosting, so the one file of data comes from it too. */
const catalogueFile =
  functionsHost === undefined
    ? {}
    : {
        '/catalogue.json': {
          target: `http://${functionsHost}`,
          rewrite: (path: string) => `/${process.env.VITE_PROJECT_ID}/us-central1/renderPage${path}`,
        },
      };

/** What Hosting serves. */
const SITE_BUILD: BuildOptions = {
  outDir: 'dist/site',
  target: 'es2022',
  modulePreload: { polyfill: false },
  sourcemap: false,
  emptyOutDir: true,
  rolldownOptions: {
    input: { index: 'index.html', 'service-worker': 'src/service-worker.ts' },
    output: {
      // The worker's address must never change, and it must stand at the root to see every page.
      codeSplitting: {
        // Few files: many small ones compress worse, and each is asked for on its own.
        groups: [
          // Two, so that a phone does not stand still while all of it runs.
          { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          {
            name: 'libraries',
            test: /node_modules\/(react-router|react-router-dom|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store)\//,
          },
          {
            name: 'frame',
            test: /(\/web\/src\/config\/constants|\/web\/src\/api\/(shop-api|firestore-base-query|retry-policy|catalogue-endpoints)|\/web\/src\/lib\/(announcer-slice|class-names|listener|page-head\.|head-words|paths|safe-storage)|\/web\/src\/session\/|\/web\/src\/app\/(?!beside|footer|page-(?!module)|effects|conversion-events|startup-check|take-over|guest-state|served-queries)|\/web\/src\/components\/(button|empty-state|icon|price|product-image|shop-link|skeleton|stars)|\/features\/wishlist\/wish-button|\/model\/src\/(cart|limits|money|stored-items|totals|variants)\.|firebase\/(problem|request)\.|preload-helper)/,
          },
          {
            name: 'beside-shared',
            test: /\/(save-addresses|cart-listeners|order-endpoints|user-record|components\/field)\./,
          },
          { name: 'cards', test: /\/features\/catalog\/(listing|product-card)\./ },
        ],
      },

      entryFileNames: (chunk) => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
    },
  },
};

/** What a function renders pages with (src/server.tsx). */
const SERVER_BUILD: BuildOptions = {
  outDir: 'dist/server',
  target: 'node24',
  sourcemap: false,
  emptyOutDir: true,
  ssr: 'src/server.tsx',
  copyPublicDir: false,
  // Nobody is signed in on the server and nothing is searched there: what only a browser loads is left out.
  rolldownOptions: { external: [/^firebase\//, 'minisearch', 'papaparse'] },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), unusedRouterParts],
  ssr: { noExternal: true },
  server: { host: '127.0.0.1', proxy: catalogueFile },
  preview: { host: '127.0.0.1' },
  build: isSsrBuild ? SERVER_BUILD : SITE_BUILD,
}));
