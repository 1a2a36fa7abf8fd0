import { createRequire } from 'node:module';
import { kitPath } from './kit-files.ts';

/** The bundles that other processes load (packages/bundles.cjs). */
export type Bundle =
  | 'inbound-guard'
  | 'firebase-tools'
  | 'functions-worker'
  | 'functions-recorder'
  | 'servers-recorder';

interface Bundles {
  bundlePath(name: Bundle): string;
}

const bundles: Bundles = createRequire(import.meta.url)(kitPath('bundles.cjs'));

/**
 * Absolute path of a bundle. In the repository, a bundle is rebuilt first if its sources have
 * changed.
 */
export const { bundlePath } = bundles;
