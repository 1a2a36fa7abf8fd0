import { readFileSync } from 'node:fs';
import type { PackedPackage } from './packed-packages.ts';

/** A package in `node_modules`. */
interface LockedDependency {
  /** Its folder in the repository. */
  readonly source: string;
  /** Its entry in package-lock.json. */
  readonly entry: object;
}

/** The package-lock.json entry of an installed package. */
interface LockEntry {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * All that these packages depend on, other than themselves, by their path in the `node_modules` of
 * a new folder.
 * @throws Error when the lock file lacks one
 */
export function lockedDependencies(
  lockFile: string,
  packed: readonly PackedPackage[],
): Readonly<Record<string, LockedDependency>> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockEntry> };
  const own = new Set(packed.map(({ manifest }) => manifest.name));
  const found: Record<string, LockedDependency> = {};
  const pending = packed.flatMap(({ source, manifest }) =>
    Object.keys(manifest.dependencies).map((name) => ({ name, from: source, optional: false })),
  );
  for (const { name, from, optional } of pending) {
    if (own.has(name)) continue;
    const path = nearest(packages, name, from);
    if (path === undefined) {
      if (optional) continue;
      throw new Error(`${name} is not in ${lockFile}.`);
    }
    const key = installedPath(path, packed);
    if (key in found) continue;
    const entry = packages[path] as LockEntry;
    found[key] = { source: path, entry: { ...entry, dev: undefined, devOptional: undefined } };
    const { dependencies = {}, optionalDependencies = {} } = entry;
    pending.push(
      ...Object.keys(dependencies).map((next) => ({ name: next, from: path, optional: false })),
      ...Object.keys(optionalDependencies).map((next) => ({ name: next, from: path, optional: true })),
    );
  }
  return found;
}

/** `packages/savepoint/node_modules/a` becomes `node_modules/savepoint/node_modules/a`. */
function installedPath(path: string, packed: readonly PackedPackage[]): string {
  const owner = packed.find(({ source }) => path.startsWith(`${source}/`));
  return owner === undefined ? path : path.replace(owner.source, `node_modules/${owner.manifest.name}`);
}

/** Where Node would find a package from a folder of the lock file. */
function nearest(
  packages: Readonly<Record<string, LockEntry>>,
  name: string,
  from: string,
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}
