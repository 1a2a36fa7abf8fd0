import type { EmulatorName } from './define-config.ts';

/**
 * The emulators that a stack can have. Separate from `defineConfig`, whose module test runners may
 * load as CommonJS.
 */
export const EMULATORS: readonly EmulatorName[] = [
  'auth',
  'firestore',
  'database',
  'storage',
  'functions',
  'hosting',
];
