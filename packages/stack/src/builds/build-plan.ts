// The builds that a stack needs before it starts: from the configuration, or else from the
// package.json of each codebase.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { BuildConfig } from '../config/define-config.ts';
import type { Codebase } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import { UserError } from '../user-error.ts';

/** A build with absolute paths. */
export interface BuildPlan {
  /** The codebase of functions, or `hosting`. */
  readonly name: string;
  /** The subject of messages about it: `The functions`. */
  readonly subject: string;
  /** A shell command. */
  readonly command: string;
  readonly folder: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

/**
 * Files that a change of which does not make the functions stale: what npm, the build and
 * firebase-tools write.
 */
const NOT_SOURCES = new Set(['node_modules', 'package-lock.json', 'test', 'tests', '__tests__', 'coverage']);

interface PackageJson {
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * The builds of the functions that need one, of those whose source exists: those with a command in
 * the configuration, or a script `build` in their package.json.
 * @throws UserError when the configuration expects a script that is missing
 */
export function planFunctionsBuilds(project: Project): BuildPlan[] {
  return project.firebase.codebases
    .filter(({ language, folder }) => language === 'nodejs' && existsSync(join(folder, 'package.json')))
    .flatMap((codebase) => planFunctionsBuild(project, codebase) ?? []);
}

/** The build of one codebase; undefined where it needs none. Throws as above. */
export function planFunctionsBuild(project: Project, codebase: Codebase): BuildPlan | undefined {
  return planBuild(project, codebase, configOf(project, codebase));
}

/** The configuration is that of the project's own functions. */
function configOf(project: Project, codebase: Codebase): BuildConfig | undefined {
  const { name } = codebase;
  const config = project.config.build?.functions;
  if (config === undefined || !project.firebase.codebases.includes(codebase)) return undefined;
  const isOne = Object.values(config).every((value) => typeof value === 'string' || Array.isArray(value));
  return isOne ? (config as BuildConfig) : (config as Readonly<Record<string, BuildConfig>>)[name];
}

function planBuild(
  project: Project,
  { name, folder }: Codebase,
  config: BuildConfig | undefined,
): BuildPlan | undefined {
  const manifest = readPackageJson(folder);
  const command = config?.command ?? manifest.scripts?.build;
  if (command === undefined) {
    if (config === undefined) return undefined;
    throw new UserError(`${displayPath(join(folder, 'package.json'))} has no "build" script`, 'Restore it.');
  }
  const output =
    config?.output === undefined ? mainOf(folder, manifest) : join(project.folder, config.output);
  return {
    name,
    subject: project.firebase.codebases.length > 1 ? `The functions of ${name}` : 'The functions',
    command,
    folder: config?.folder === undefined ? folder : join(project.folder, config.folder),
    inputs: config?.inputs?.map((path) => join(project.folder, path)) ?? defaultInputs(folder, output),
    output,
  };
}

/** The module of a codebase that firebase-tools expects, whether it exists or not. */
export function mainModule({ language, folder }: Codebase): string {
  if (language === 'python') return join(folder, 'main.py');
  return join(folder, readPackageJson(folder).main ?? 'index.js');
}

/** The module that the Functions emulator loads. */
function mainOf(folder: string, { main = 'index.js' }: PackageJson): string {
  return (
    [main, `${main}.js`, join(main, 'index.js')]
      .map((path) => resolve(folder, path))
      .find((path) => /\.[cm]?js$/.test(path) && existsSync(path)) ?? resolve(folder, main)
  );
}

/** `src` and the files beside it; without a folder of this name everything but what tools write. */
function defaultInputs(folder: string, output: string): string[] {
  const sources = existsSync(join(folder, 'src')) ? ['src', 'package.json', 'tsconfig.json'] : [];
  if (sources.length > 0) return sources.map((name) => join(folder, name));
  const [outputFolder] = relative(folder, output).split(sep);
  return listSources(folder, new Set([...NOT_SOURCES, outputFolder as string]));
}

function listSources(folder: string, excluded: ReadonlySet<string>): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && !excluded.has(name));
  return names.map((name) => join(folder, name));
}

/** The build of what Hosting serves; undefined without one in the configuration. */
export function planHostingBuild({ folder, config }: Project): BuildPlan | undefined {
  const build = config.build?.hosting;
  if (build === undefined) return undefined;
  return {
    name: 'hosting',
    subject: 'The web app',
    command: build.command,
    folder: join(folder, build.folder ?? ''),
    inputs: (build.inputs ?? []).map((path) => join(folder, path)),
    output: join(folder, build.output),
  };
}

function readPackageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  } catch (error) {
    throw new UserError(
      `${displayPath(file)} is not valid JSON: ${(error as Error).message}`,
      'Fix the file.',
    );
  }
}
