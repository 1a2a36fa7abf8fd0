// Owns how the web app is served in development and built for Hosting.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: {
    outDir: 'dist/site',
    target: 'es2022',
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
              test: /(\/web\/src\/(app|api|components|config|lib|session)\/|\/model\/src\/(cart|limits|money|stored-items|totals|variants)\.|firebase\/(problem|request|rest-client|rest-values)|preload-helper)/,
            },
          ],
        },
        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
