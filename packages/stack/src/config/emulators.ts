import type { EmulatorName } from './define-config.ts';

/**
 * The emulators that a stack can have. Apart from `defineConfig`, whose module test runners may
 * load in another module system.
 */
export const EMULATORS: readonly EmulatorName[] = [
  'auth',
  'firestore',
  'database',
  'storage',
  'functions',
  'hosting',
];
