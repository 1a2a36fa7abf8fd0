// An emulator packed with npm and installed in an empty folder outside the repository, like in a
// project.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { lockedDependencies } from './locked-dependencies.ts';
import type { MeasuredPackage } from './package-size.ts';
import type { PackedPackage } from './packed-packages.ts';
import { ENVIRONMENT, type Exit, REPOSITORY, run, runOrThrow } from './run-program.ts';

const CONSUMER = { name: 'consumer', version: '1.0.0' };

/** A running command of an installed package. */
export interface RunningCommand {
  /** host:port it listens on. */
  readonly host: string;
  readonly pid: number;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** A package in the `node_modules` of a separate folder. */
export interface InstalledPackage extends MeasuredPackage {
  readonly folder: string;
  /** Path of the installed command. */
  readonly command: string;
  /**
   * Paths of the packages that it depends on, directly or indirectly, such as `node_modules/zod`.
   */
  readonly dependencies: readonly string[];
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

/**
 * Compiles TypeScript programs to JavaScript beside them with the repository's TypeScript; resolves
 * with the compiler's output. Each is in the folder of an installed package.
 */
export async function compile(...paths: readonly [string, ...string[]]): Promise<Exit> {
  return run(
    join(REPOSITORY, 'node_modules', '.bin', 'tsc'),
    [
      ...['--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'],
      ...['--typeRoots', join(REPOSITORY, 'node_modules', '@types'), ...paths],
    ],
    dirname(paths[0]),
  );
}

/**
 * Installs the packed package of a folder of the repository with npm, with those of the repository
 * that it depends on. Needs no network: all other dependencies are those of the repository's lock
 * file.
 */
export function installPackage(
  source: string,
  packages: readonly PackedPackage[] = inject('packedPackages'),
): Promise<InstalledPackage> {
  return install(source, packages, installByNpm);
}

/**
 * The same without npm, which takes seconds, and 20 for the 600 packages that the kit depends on:
 * tarballs are unpacked, and the dependencies linked or copied from the repository. In a deep run
 * npm installs them.
 */
export function placePackage(source: string): Promise<InstalledPackage> {
  return install(source, inject('packedPackages'), IS_DEEP_RUN ? installByNpm : placeFiles);
}

type Dependencies = ReturnType<typeof lockedDependencies>;
type Install = (
  folder: string,
  packed: readonly [PackedPackage, ...PackedPackage[]],
  dependencies: Dependencies,
) => Promise<void>;

async function install(
  source: string,
  packages: readonly PackedPackage[],
  installInto: Install,
): Promise<InstalledPackage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `installed-${basename(source)}-`)));
  const main = packages.find((each) => each.source === source);
  if (main === undefined) throw new Error(`${source} is not published.`);
  const needed = dependenciesOf(main, packages);
  const own = [main, ...needed] as const;
  const dependencies = lockedDependencies(join(REPOSITORY, 'package-lock.json'), own);
  await installInto(folder, own, dependencies);
  return {
    folder,
    command: join(folder, 'node_modules', '.bin', main.manifest.name),
    directDependencies: [...new Set(own.flatMap(({ manifest }) => Object.keys(manifest.dependencies)))]
      .filter((name) => !own.some(({ manifest }) => manifest.name === name))
      .sort(),
    dependencies: Object.keys(dependencies).sort(),
    files: main.files,
    size: {
      download: own.reduce((sum, { size }) => sum + size, 0),
      installed: own.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0),
      withDependencies: await folderSize(join(folder, 'node_modules')),
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const installByNpm: Install = async (folder, packed, dependencies) => {
  const [main] = packed;
  const { overrides } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
  const project = {
    ...CONSUMER,
    // The overrides by which the versions in the lock file were chosen.
    overrides,
    dependencies: { [main.manifest.name]: `file:${main.filename}` },
  };
  const tarballs = packed.map(({ manifest, filename, integrity }) => [
    `node_modules/${manifest.name}`,
    {
      version: manifest.version,
      resolved: `file:${filename}`,
      integrity,
      dependencies: manifest.dependencies,
      bin: manifest.bin,
    },
  ]);
  const locked = Object.entries(dependencies).map(([path, { entry }]) => [path, entry]);
  const packages = { '': project, ...Object.fromEntries([...tarballs, ...locked]) };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...project, type: 'module' }));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, packages }),
  );
  const flags = ['--silent', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await runOrThrow('npm', ['ci', ...flags], folder);
  // The install script of the package `node` needs the network.
  const node = join('node_modules', 'node', 'bin');
  if ('node_modules/node' in dependencies) placeFolder(join(REPOSITORY, node), join(folder, node));
};

const placeFiles: Install = async (folder, packed, dependencies) => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...CONSUMER, type: 'module' }));
  for (const { manifest, filename } of packed) {
    const target = join(folder, 'node_modules', manifest.name);
    await mkdir(target, { recursive: true });
    await runOrThrow('tar', ['-xzf', filename, '--strip-components=1'], target);
  }
  for (const [path, { source }] of Object.entries(dependencies)) {
    // npm installs none for other platforms.
    const from = join(REPOSITORY, source);
    if (existsSync(from)) placeFolder(from, join(folder, path));
  }
  const { name, bin } = packed[0].manifest;
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', name, bin?.[name] as string), join(folder, 'node_modules', '.bin', name));
};

/**
 * Links the files of a package, without its own `node_modules`; copies them if the target is
 * another file system.
 */
function placeFolder(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') placeFolder(from, to);
      continue;
    }
    try {
      linkSync(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      copyFileSync(from, to);
    }
  }
}

/** The repository's packages that one depends on, directly or indirectly. */
function dependenciesOf(main: PackedPackage, packages: readonly PackedPackage[]): PackedPackage[] {
  const direct = packages.filter(({ manifest }) => manifest.name in main.manifest.dependencies);
  return [...new Set(direct.flatMap((each) => [each, ...dependenciesOf(each, packages)]))];
}

/** The bytes of all files below a folder. */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** How a command is started, and its output once it serves. */
interface StartOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Matches the line with its URL; the first group is host and port. */
  readonly url?: RegExp;
}

/**
 * Starts the installed command on a free port, or `node` with it; resolves when it has printed its
 * URL.
 */
export async function startCommand(
  installed: InstalledPackage,
  node = process.execPath,
  {
    args = ['--port', '0'],
    cwd = installed.folder,
    url = /\bhttp:\/\/(127\.0\.0\.1:\d+)/,
  }: StartOptions = {},
): Promise<RunningCommand> {
  // A separate process group, so that a test can see whether anything is left of it.
  const child = spawn(node, [installed.command, ...args], {
    cwd,
    env: { ...ENVIRONMENT, PATH: `${dirname(node)}${delimiter}${ENVIRONMENT.PATH}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const host = url.exec(line)?.[1];
    if (host === undefined) continue;
    child.stdout.resume();
    return {
      host,
      pid: child.pid as number,
      stop: async () => {
        child.kill('SIGTERM');
        const [code] = await exited;
        return code;
      },
    };
  }
  throw new Error(`${installed.command} ended before it listened.`);
}
