// The builds that must be up to date before a stack starts: from the configuration, or else from
// the package.json of each codebase.
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
  /** The subject of messages about this build: `The functions`. */
  readonly subject: string;
  readonly command: string;
  readonly folder: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

/**
 * Changes to these files do not require a rebuild: npm, the build and firebase-tools write them.
 */
const NOT_SOURCES = new Set(['node_modules', 'package-lock.json', 'test', 'tests', '__tests__', 'coverage']);

interface PackageJson {
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * The builds of all codebases whose source exists and that need one: those with a command in the
 * configuration, or with a script `build` in package.json.
 * @throws UserError when the configuration expects a script that is missing
 */
export function planFunctionsBuilds(project: Project): BuildPlan[] {
  return project.firebase.codebases
    .filter(({ language, folder }) => language === 'nodejs' && existsSync(join(folder, 'package.json')))
    .flatMap((codebase) => planFunctionsBuild(project, codebase) ?? []);
}

/** The build of one codebase, or undefined if it needs none. Throws like `planFunctionsBuilds`. */
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

/** The module of a codebase that firebase-tools loads. It may not exist. */
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

/**
 * `src` and the files beside it; without such a folder, everything except the files that tools
 * write.
 */
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

/** The build for Hosting, or undefined if the configuration has none. */
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
