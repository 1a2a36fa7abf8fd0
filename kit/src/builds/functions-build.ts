import { spawn } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { repositoryPath } from '../config/repository.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { withOutboundGuard } from '../processes/outbound-guard.ts';
import { UserError } from '../user-error.ts';
import { isUpToDate } from './up-to-date.ts';

const BUNDLE = repositoryPath('functions', 'lib', 'index.js');
const SOURCES = [repositoryPath('functions', 'src'), repositoryPath('model', 'src')];
const MANIFESTS = [repositoryPath('functions', 'package.json'), repositoryPath('package-lock.json')];
/** The bundle contains a copy of the web build's output for the functions that render HTML. */
const SERVER_RENDERING = repositoryPath('web', 'dist', 'server', 'styles.json');
const SETTINGS = /^\.(env(\..*)?|secret\.local)$/;
const DEBOUNCE_MS = 60;

/** Builds functions/lib unless it is newer than all its inputs. */
export async function buildFunctionsIfStale(): Promise<void> {
  const inputs = [...SOURCES, ...MANIFESTS, SERVER_RENDERING];
  if (!isUpToDate(BUNDLE, inputs)) await buildFunctions();
}

/**
 * Builds functions/lib with the workspace's own build script.
 * @throws UserError with the bundler's message when the build fails
 */
export async function buildFunctions(): Promise<void> {
  const { code, output } = await runScript(buildScript());
  if (code !== 0) {
    throw new UserError(
      `The functions do not build:\n${withoutStackTrace(output)}`,
      'Fix the code that it names.',
    );
  }
}

/**
 * Rebuilds the functions on every change of sources, settings or secrets. The functions emulator reloads when lib/ changes; it notices
 * neither new files nor changes of .env and secrets.
 * @param runFolder the run's folder, which has a copy of the settings
 * @param report receives one line per rebuild or failure
 */
export function watchFunctions(runFolder: string, report: (line: string) => void): void {
  const rebuild = debounced(async () => {
    const started = performance.now();
    try {
      await buildFunctions();
      report(`functions rebuilt in ${Math.round(performance.now() - started)} ms`);
    } catch (error) {
      report(`${(error as Error).message} The last successful build stays loaded.`);
    }
  });
  for (const folder of SOURCES.filter((source) => existsSync(source))) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !/\.test\.ts$/.test(file)) rebuild();
    });
  }
  watch(repositoryPath('functions'), (_event, file) => {
    if (file === null || !SETTINGS.test(basename(file))) return;
    copyFunctionsSettings(runFolder);
    touchBundle(file, report);
  });
}

/** The emulator reads the settings at each reload, and reloads when the modification time of the bundle changes. */
function touchBundle(file: string, report: (line: string) => void): void {
  const now = new Date();
  utimesSync(BUNDLE, now, now);
  report(`${file} changed, functions reload`);
}

/** The bundler's message without the stack trace of the bundler that follows it. */
function withoutStackTrace(output: string): string {
  const lines = output.trim().split('\n');
  const stack = lines.findIndex((line) => /^(node:|\/).*:\d+$/.test(line));
  return (stack > 0 ? lines.slice(0, stack) : lines).join('\n').trim();
}

function buildScript(): string {
  const manifest = JSON.parse(readFileSync(repositoryPath('functions', 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  const script = manifest.scripts?.build;
  if (script === undefined) {
    throw new UserError('functions/package.json has no "build" script', 'Restore it.');
  }
  return script;
}

/** Runs a package script without npm, which would cost half a second. */
function runScript(script: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      cwd: repositoryPath('functions'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: withOutboundGuard() },
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

/** Delays calls until changes stop coming; never runs the task twice at a time. */
function debounced(task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(task);
    }, DEBOUNCE_MS);
  };
}
