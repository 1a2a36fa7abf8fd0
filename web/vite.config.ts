// Owns how the web app is served in development and built for Hosting.
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), unusedRouterParts],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: {
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
          // One file for the libraries and one for the frame of every page: many small files compress worse.
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store)\//,
            },
            {
              name: 'frame',
              test: /(\/web\/src\/config\/|\/web\/src\/api\/(shop-api|firestore-base-query|retry-policy|catalogue-endpoints)|\/web\/src\/lib\/(announcer-slice|class-names|listener|page-head\.|head-words|paths|safe-storage)|\/web\/src\/session\/|\/web\/src\/app\/(?!footer|page-(?!module)|effects|conversion-events|startup-check)|\/web\/src\/components\/(button|icon|shop-link|skeleton|product-image)|\/model\/src\/(cart|limits|money|stored-items|totals|variants)\.|firebase\/(problem|request|rest-client|rest-values)|preload-helper)/,
            },
          ],
        },

        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
