import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Codebase, LocalExtension } from '../config/firebase-json.ts';
import { installCommand } from '../config/install-command.ts';
import { displayPath } from '../config/json-file.ts';
import type { Environment } from '../config/process-environment.ts';
import type { Project } from '../config/project.ts';
import { withOutboundGuard } from '../processes/outbound-guard.ts';
import { UserError } from '../user-error.ts';
import { type BuildPlan, mainModule, planFunctionsBuild } from './build-plan.ts';
import { buildRemedy } from './build-remedy.ts';
import { isUpToDate } from './up-to-date.ts';

/**
 * Builds all codebases whose output is older than any input.
 * @throws UserError when a source does not exist, its packages are not installed, or its build
 * fails
 */
export async function buildFunctionsIfStale(project: Project): Promise<void> {
  await Promise.all(project.firebase.codebases.map((codebase) => buildCodebaseIfStale(project, codebase)));
}

/** Like `buildFunctionsIfStale`, for one codebase. */
export async function buildCodebaseIfStale(project: Project, codebase: Codebase): Promise<void> {
  const plan = planRequiredBuild(project, codebase);
  if (plan !== undefined && !isUpToDate(plan.output, plan.inputs)) await buildFunction(project, plan);
  requireMain(codebase);
}

/** Like `buildCodebaseIfStale`, for the functions of an extension. */
export async function buildExtensionIfStale(project: Project, extension: LocalExtension): Promise<void> {
  await buildCodebaseIfStale(project, extensionCodebase(extension));
}

/** The reason why the functions of an extension cannot be loaded. */
export function findExtensionProblem(project: Project, extension: LocalExtension): UserError | undefined {
  const codebase = extensionCodebase(extension);
  return findProblem(() => {
    planRequiredBuild(project, codebase);
    requireMain(codebase);
  });
}

/** The functions of an extension, as a codebase. */
export function extensionCodebase({ id, folder }: LocalExtension): Codebase {
  const functions = join(folder, 'functions');
  const place = `extensions.${id}`;
  return { name: id, language: 'nodejs', folder: functions, place, settingsFolder: functions, entry: {} };
}

/** Builds all functions. Throws like `buildFunctionsIfStale`. */
export async function buildFunctions(project: Project): Promise<void> {
  await Promise.all(project.firebase.codebases.map((codebase) => buildCodebase(project, codebase)));
}

/**
 * Builds the functions of one codebase. Throws like `buildFunctionsIfStale`.
 * @param remedy ends the error message when the build fails
 */
export async function buildCodebase(project: Project, codebase: Codebase, remedy?: string): Promise<void> {
  const plan = planRequiredBuild(project, codebase);
  if (plan !== undefined) await buildFunction(project, plan, remedy);
  requireMain(codebase);
}

/** The reason why a codebase cannot be built here, found without running anything. */
export function findSourceProblem(project: Project, codebase: Codebase): UserError | undefined {
  return findProblem(() => planRequiredBuild(project, codebase));
}

function findProblem(check: () => void): UserError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** @throws UserError when the source or its packages are missing */
function planRequiredBuild(project: Project, codebase: Codebase): BuildPlan | undefined {
  const { folder, place } = codebase;
  if (!existsSync(folder)) {
    throw new UserError(`${place}, which does not exist`, 'Create the folder, or correct its name.');
  }
  if (codebase.language === 'python') {
    requirePythonPackages(codebase);
    return undefined;
  }
  if (!existsSync(join(folder, 'package.json'))) {
    throw new UserError(`${place}, which has no package.json`, 'Create it: npm init.');
  }
  const plan = planFunctionsBuild(project, codebase);
  requireFunctionsSdk(folder);
  return plan;
}

async function buildFunction(
  { environment }: Project,
  { subject, command, folder }: BuildPlan,
  remedy = 'Fix the error above.',
): Promise<void> {
  const { code, output } = await runScript(command, folder, environment);
  if (code !== 0) {
    throw new UserError(
      `${subject} do not build (${command} in ${displayPath(folder)}):\n${withoutStackTrace(output)}`,
      buildRemedy(output, folder) ?? remedy,
    );
  }
}

function requireMain(codebase: Codebase): void {
  const main = mainModule(codebase);
  if (existsSync(main)) return;
  if (codebase.language === 'python')
    throw new UserError(`${displayPath(main)} does not exist`, 'Create it.');
  throw new UserError(
    `${displayPath(main)} does not exist`,
    `Build it, or correct "main" of ${displayPath(join(codebase.folder, 'package.json'))}.`,
  );
}

/** The oldest SDK whose functions firebase-tools can load: 3.20. */
const OLDEST_SDK = { major: 3, minor: 20 } as const;

function requireFunctionsSdk(folder: string): void {
  const importer = join(folder, 'package.json');
  try {
    createRequire(importer).resolve('firebase-functions');
  } catch {
    throw new UserError(
      `The packages of the functions in ${displayPath(folder)} are not installed: firebase-functions is missing`,
      `Run: ${installCommand(folder)}`,
    );
  }
  const file = findPackageJSON('firebase-functions', importer) ?? '';
  const { version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const [major, minor] = String(version).split('.').map(Number) as [number, number];
  const { major: oldestMajor, minor: oldestMinor } = OLDEST_SDK;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new UserError(
      `The functions in ${displayPath(folder)} have firebase-functions ${version}, and firebase-tools loads those of ${oldestMajor}.${oldestMinor} or newer`,
      `Run: npm install --prefix ${displayPath(folder)} firebase-functions@${oldestMajor}`,
    );
  }
}

/** firebase-tools always runs Python from the folder `venv`, even if another one is installed. */
function requirePythonPackages({ folder, place, entry }: Codebase): void {
  if (!existsSync(join(folder, 'requirements.txt'))) {
    throw new UserError(
      `${place}, which has no requirements.txt`,
      'Create it, and list firebase-functions in it.',
    );
  }
  const [activate, pip] =
    process.platform === 'win32' ? ['Scripts/activate.bat', 'Scripts/pip'] : ['bin/activate', 'bin/pip'];
  if (existsSync(join(folder, 'venv', activate))) return;
  const [, minor] = /^python3(\d+)$/.exec(String(entry.runtime)) ?? [];
  const python = minor === undefined ? 'python3' : `python3.${minor}`;
  throw new UserError(
    `The packages of the functions in ${displayPath(folder)} are not installed: the folder venv is missing`,
    `In that folder, run: ${python} -m venv venv && venv/${pip} install -r requirements.txt`,
  );
}

/** The bundler's message without its stack trace. */
function withoutStackTrace(output: string): string {
  const lines = output.trim().split('\n');
  const stack = lines.findIndex((line) => /^(node:|\/).*:\d+$/.test(line));
  return (stack > 0 ? lines.slice(0, stack) : lines).join('\n').trim();
}

/** Runs a package script without npm, which would cost half a second, but with the same PATH. */
function runScript(
  script: string,
  folder: string,
  environment: Environment,
): Promise<{ code: number; output: string }> {
  const path = [join(folder, 'node_modules', '.bin'), environment.PATH];
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        PATH: path.join(delimiter),
        NODE_OPTIONS: withOutboundGuard(environment.NODE_OPTIONS),
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
