// An emulator packed with npm and installed in an empty folder outside the repository, as a project would have it.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The Node that runs the tests comes first, for npm and for the shebang of the installed command. */
const ENVIRONMENT = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };

/** How a process ended. */
export interface Exit {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command of an installed package. */
export interface RunningCommand {
  /** host:port it listens on. */
  readonly host: string;
  readonly pid: number;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** A package in the `node_modules` of a folder of its own. */
export interface InstalledPackage {
  readonly folder: string;
  /** Path of the installed command. */
  readonly command: string;
  /** Paths of the packages that it depends on, such as `node_modules/zod`. */
  readonly dependencies: readonly string[];
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

interface LockEntry {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. */
export async function run(program: string, args: readonly string[], cwd = REPOSITORY): Promise<Exit> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env: ENVIRONMENT });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Exit;
    return { code, stdout, stderr };
  }
}

async function runOrThrow(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${stdout}${stderr}`);
  return stdout;
}

/** Compiles a program in the package's folder with the repository's TypeScript; resolves with the compiler's output. */
export async function compile(installed: InstalledPackage, fileName: string): Promise<Exit> {
  return run(
    join(REPOSITORY, 'node_modules', '.bin', 'tsc'),
    [
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'],
      ...['--typeRoots', join(REPOSITORY, 'node_modules', '@types'), fileName],
    ],
    installed.folder,
  );
}

/** Packs `emulator/NAME` and installs the tarball. Needs no network: its dependencies are those of the repository's lock file. */
export async function installPackage(name: string): Promise<InstalledPackage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `installed-${name}-`)));
  const packed = await runOrThrow(
    'npm',
    ['pack', '--json', '--silent', '--foreground-scripts=false', '--pack-destination', folder],
    join(REPOSITORY, 'emulator', name),
  );
  const [tarball] = Object.values(JSON.parse(packed)) as {
    name: string;
    version: string;
    filename: string;
    integrity: string;
    files: { path: string }[];
  }[];
  if (tarball === undefined) throw new Error(`npm pack printed no tarball: ${packed}`);
  const manifest = JSON.parse(await readFile(join(REPOSITORY, 'emulator', name, 'package.json'), 'utf8'));
  const dependencies = await lockedDependencies(name, Object.keys(manifest.dependencies ?? {}));
  const project = {
    name: 'consumer',
    version: '1.0.0',
    dependencies: { [tarball.name]: `file:${tarball.filename}` },
  };
  const lock = {
    ...project,
    lockfileVersion: 3,
    packages: {
      '': project,
      [`node_modules/${tarball.name}`]: {
        version: tarball.version,
        resolved: `file:${tarball.filename}`,
        integrity: tarball.integrity,
        dependencies: manifest.dependencies,
        bin: manifest.bin,
      },
      ...dependencies,
    },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...project, type: 'module' }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await runOrThrow(
    'npm',
    ['ci', '--silent', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    folder,
  );
  return {
    folder,
    command: join(folder, 'node_modules', '.bin', tarball.name),
    dependencies: Object.keys(dependencies).sort(),
    files: tarball.files.map(({ path }) => path).sort(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The repository's lock entries of these packages and all that they depend on, by their path in the new folder. */
async function lockedDependencies(
  name: string,
  direct: readonly string[],
): Promise<Readonly<Record<string, LockEntry>>> {
  const { packages } = JSON.parse(await readFile(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const workspace = `emulator/${name}`;
  const found: Record<string, LockEntry> = {};
  const pending = direct.map((dependency) => ({ dependency, from: workspace }));
  for (const { dependency, from } of pending) {
    const path = nearest(packages, dependency, from);
    const { version, resolved, integrity, dependencies = {} } = packages[path] as LockEntry;
    const key = path.replace(`${workspace}/`, '');
    if (found[key] !== undefined && found[key].version !== version) {
      throw new Error(
        `Two versions of ${dependency} are needed at ${key}: ${found[key].version} and ${version}.`,
      );
    }
    if (found[key] !== undefined) continue;
    found[key] = {
      version,
      ...(resolved === undefined ? {} : { resolved }),
      ...(integrity === undefined ? {} : { integrity }),
      dependencies,
    };
    pending.push(...Object.keys(dependencies).map((next) => ({ dependency: next, from: path })));
  }
  return found;
}

/** Where Node would find a package from a folder of the lock file. */
function nearest(packages: Readonly<Record<string, LockEntry>>, dependency: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${dependency}` : `${folder}/node_modules/${dependency}`;
    if (path in packages) return path;
    if (folder === '') throw new Error(`${dependency} is not in the lock file.`);
  }
}

/** Starts the installed command on a free port, or `node` with it; resolves when it has printed its URL. */
export async function startCommand(installed: InstalledPackage, node?: string): Promise<RunningCommand> {
  const [program, ...args] = [...(node === undefined ? [] : [node]), installed.command, '--port', '0'];
  // A process group of its own, so that a test can see whether anything of it is left.
  const child = spawn(program as string, args, {
    cwd: installed.folder,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const host = /\bhttp:\/\/(127\.0\.0\.1:\d+)/.exec(line)?.[1];
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
