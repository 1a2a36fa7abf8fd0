// Patches of firebase-tools, applied to its modules in the process of a test: an emulator runs
// there without the start of a stack.
import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);
const requireOfFirebaseTools = createRequire(requireHere.resolve('firebase-tools/package.json'));

interface Patch {
  /** A path below the package, or the name of one of its dependencies. */
  readonly module: string;
  apply(moduleExports: unknown, load: (path: string) => unknown): void;
}

/** Applies patches by name and returns the `require` of firebase-tools. */
export function applyPatches(names: readonly string[]): NodeJS.Require {
  for (const name of names) {
    const patch = requireHere(`../../packages/firebase-tools/patches/${name}.cjs`) as Patch;
    const path = patch.module.endsWith('.js') ? `./${patch.module}` : patch.module;
    const file = requireOfFirebaseTools.resolve(path);
    patch.apply(requireOfFirebaseTools(file), createRequire(file));
  }
  return requireOfFirebaseTools;
}
