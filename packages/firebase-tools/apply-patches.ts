import { createRequire } from 'node:module';
import type { PatchedModule } from './patch.ts';

/**
 * Applies patches to the modules of the installed firebase-tools in this process, for tests.
 * Returns its `require`.
 * @throws Error when a module does not have the expected shape
 */
export function applyPatches(patches: readonly PatchedModule[]): NodeJS.Require {
  const installed = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));
  const modules = patches.map((patched) => {
    const file = installed.resolve(patched.module.endsWith('.js') ? `./${patched.module}` : patched.module);
    const moduleExports: unknown = installed(file);
    const unmet = patched.findUnmet(moduleExports);
    if (unmet !== undefined) throw new Error(`Expected ${patched.module} to have ${unmet}`);
    return { patched, file, moduleExports };
  });
  for (const { patched, file, moduleExports } of modules) patched.apply(moduleExports, createRequire(file));
  return installed;
}
