import { existsSync, readFileSync, realpathSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Patch, PatchedModule } from './patch.ts';

/** The internal module prototype, which @types/node does not declare. */
interface ModulePrototype {
  load(this: LoadedModule, file: string): void;
}

interface LoadedModule {
  readonly exports: unknown;
}

/**
 * Applies patches to modules right after each is loaded, and to Node's own modules immediately. If
 * a module does not have the shape that a patch expects, the process prints one line and exits,
 * because a partially patched emulator would fail later and less clearly.
 * @param root folder of the firebase-tools package
 */
export function patchModules(root: string, patches: readonly Patch[]): void {
  const fail: (patch: Patch, expected: string) => never = (patch, expected) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    process.stderr.write(
      `patch ${patch.name} does not apply to firebase-tools ${version}: expected ${expected}\n`,
    );
    process.exit(1);
  };
  const check = (patch: Patch, { module, findUnmet }: PatchedModule, moduleExports: unknown): void => {
    const unmet = findUnmet(moduleExports);
    if (unmet !== undefined) fail(patch, `${module} to have ${unmet}`);
  };
  const patchesByFile = new Map<string, { patch: Patch; patched: PatchedModule }[]>();
  const requireBuiltin = createRequire(import.meta.url);
  for (const patch of patches) {
    for (const patched of patch.modules) {
      if (Module.isBuiltin(patched.module)) {
        const builtin: unknown = requireBuiltin(patched.module);
        check(patch, patched, builtin);
        patched.apply(builtin, requireBuiltin);
        continue;
      }
      const file = moduleFile(root, patched.module) ?? fail(patch, `a module ${patched.module}`);
      patchesByFile.set(file, [...(patchesByFile.get(file) ?? []), { patch, patched }]);
    }
  }
  const { prototype }: { prototype: NodeModule & Partial<ModulePrototype> } = Module;
  const { load } = prototype;
  if (load === undefined) throw new Error('Modules of Node have no method load');
  prototype.load = function loadPatched(this: LoadedModule, file) {
    load.call(this, file);
    const patchesOfFile = patchesByFile.get(file) ?? [];
    // All are checked before the first is applied, because each expects the unmodified module.
    for (const { patch, patched } of patchesOfFile) check(patch, patched, this.exports);
    // A patch may load other modules by paths relative to its module.
    for (const { patched } of patchesOfFile) patched.apply(this.exports, createRequire(file));
  };
}

/** The file of a module: a path within the package, or the name of a dependency. */
function moduleFile(root: string, name: string): string | undefined {
  if (name.endsWith('.js')) return existsSync(join(root, name)) ? realpathSync(join(root, name)) : undefined;
  try {
    return realpathSync(createRequire(join(root, 'package.json')).resolve(name));
  } catch {
    return undefined;
  }
}
