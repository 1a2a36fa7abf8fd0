// The globalSetup of this suite: builds and packs each package of the repository once.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PACKAGES, type PublishedPackage } from './package-folders.ts';
import { REPOSITORY, runOrThrow } from './run-program.ts';

/** A tarball of a package of the repository. */
export interface PackedPackage {
  /** Its sources, relative to the repository. */
  readonly source: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly bin?: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  /** Absolute path of the tarball. */
  readonly filename: string;
  readonly integrity: string;
  /** Bytes of the tarball, and of its files. */
  readonly size: number;
  readonly unpackedSize: number;
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    packedPackages: readonly PackedPackage[];
  }
}

/** What `npm pack --json` says of a tarball. */
interface Tarball extends Pick<PackedPackage, 'filename' | 'integrity' | 'size' | 'unpackedSize'> {
  readonly files: readonly { readonly path: string }[];
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { packages, remove } = await packPackages();
  project.provide('packedPackages', packages);
  return remove;
}

/** Builds and packs each package of the repository, for programs that are not run by Vitest. */
export async function packPackages(): Promise<{
  packages: readonly PackedPackage[];
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-packages-'));
  const packages = await Promise.all(PACKAGES.map((each) => pack(each, folder)));
  return { packages, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Builds and packs a package; the tarball is written into `destination`. */
async function pack(
  { folder, packedFolder, buildScript }: PublishedPackage,
  destination: string,
): Promise<PackedPackage> {
  if (buildScript !== undefined) {
    await runOrThrow(process.execPath, [buildScript], join(REPOSITORY, folder));
  }
  const cwd = join(REPOSITORY, packedFolder);
  const flags = ['--json', '--silent', '--foreground-scripts=false', '--pack-destination', destination];
  const output = await runOrThrow('npm', ['pack', ...flags], cwd);
  const [tarball] = Object.values(JSON.parse(output)) as Tarball[];
  if (tarball === undefined) throw new Error(`npm pack printed no tarball: ${output}`);
  const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const { filename, integrity, size, unpackedSize, files } = tarball;
  return {
    source: folder,
    manifest: { ...manifest, dependencies: manifest.dependencies ?? {} },
    filename: join(destination, filename),
    integrity,
    size,
    unpackedSize,
    files: files.map(({ path }) => path).sort(),
  };
}
