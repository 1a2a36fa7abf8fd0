// The globalSetup of this suite: builds and packs each package of the repository once.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { hashFiles } from '../support/file-hashes.ts';
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

/** npm's description of a tarball, from `npm pack --json`. */
interface Tarball extends Pick<PackedPackage, 'filename' | 'integrity' | 'size' | 'unpackedSize'> {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('packedPackages', await packPackages());
}

/** The last packed packages, in a folder named by the hash of their sources. */
const CACHE = join(REPOSITORY, '.savepoint', 'packed-packages');
const LIST = 'packages.json';

/**
 * Builds and packs each package of the repository, unless no source has changed since; also for
 * programs outside Vitest.
 */
export async function packPackages(): Promise<readonly PackedPackage[]> {
  const folder = join(CACHE, hashSources());
  const list = join(folder, LIST);
  if (!existsSync(list)) {
    await rm(CACHE, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await Promise.all(PACKAGES.map(build));
    const packages = await pack(folder);
    // The last file that is written.
    await writeFile(list, JSON.stringify(packages));
  }
  return JSON.parse(await readFile(list, 'utf8')) as PackedPackage[];
}

/**
 * The hash of everything that the builds read: the folders with the packages, and files beside
 * these.
 */
function hashSources(): string {
  const roots = [...new Set(PACKAGES.map(({ folder }) => folder.split('/', 1)[0] as string))];
  const hashes = roots.map((root) => hashFiles(join(REPOSITORY, root), ['node_modules', 'dist']));
  const files = ['package-lock.json', 'tsconfig.base.json'].map((name) =>
    readFileSync(join(REPOSITORY, name), 'utf8'),
  );
  return createHash('sha256')
    .update(JSON.stringify([hashes, files]))
    .digest('hex');
}

/** Builds a package with its script `prepack`, or with the script that writes its packed files. */
async function build({
  folder,
  buildScript = join('..', 'build-package.js'),
}: PublishedPackage): Promise<void> {
  await runOrThrow(process.execPath, [buildScript], join(REPOSITORY, folder));
}

/** Packs the built packages; the tarballs are written to `destination`. One npm packs all. */
async function pack(destination: string): Promise<PackedPackage[]> {
  const folders = PACKAGES.map(({ packedFolder }) => `./${packedFolder}`);
  const flags = ['--json', '--silent', '--ignore-scripts', '--pack-destination', destination];
  const output = await runOrThrow('npm', ['pack', ...flags, ...folders], REPOSITORY);
  const tarballs = Object.values(JSON.parse(output)) as Tarball[];
  return Promise.all(
    PACKAGES.map(async ({ name, folder, packedFolder }) => {
      const tarball = tarballs.find((each) => each.name === name);
      if (tarball === undefined) throw new Error(`npm pack printed no tarball of ${name}: ${output}`);
      const manifest = JSON.parse(await readFile(join(REPOSITORY, packedFolder, 'package.json'), 'utf8'));
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
    }),
  );
}
