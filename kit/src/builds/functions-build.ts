// Owns building the functions and rebuilding them on save. The functions emulator reloads when lib/ changes; it sees neither new files
// nor .env or secrets, so those are watched here. It must not know what the functions do.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { repositoryPath } from '../config/repository.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { UserError } from '../user-error.ts';
import { isUpToDate } from './up-to-date.ts';

const BUNDLE = repositoryPath('functions', 'lib', 'index.js');
const SOURCES = [repositoryPath('functions', 'src'), repositoryPath('model', 'src')];
const MANIFESTS = [repositoryPath('functions', 'package.json'), repositoryPath('package-lock.json')];
/** The bundle carries a copy of what the web build made for the functions that serve HTML. */
const PAGES = repositoryPath('web', 'dist', 'server', 'styles.json');
const SETTINGS = /^\.(env(\..*)?|secret\.local)$/;
const DEBOUNCE_MS = 60;

/** Builds functions/lib unless it is younger than everything it is made from. */
export async function buildFunctionsIfStale(): Promise<void> {
  const inputs = [...SOURCES, ...MANIFESTS, PAGES];
  if (!isUpToDate(BUNDLE, inputs)) await buildFunctions();
}

/** Builds functions/lib with the workspace's own build script. Throws with the compiler's message when it fails. */
export async function buildFunctions(): Promise<void> {
  const { code, output } = await runScript(buildScript());
  if (code !== 0)
    throw new UserError(`The functions do not build:\n${withoutStack(output)}`, 'Mend the code it names.');
}

/**
 * Rebuilds on every change of sources, settings or secrets.
 * @param runFolder where the run keeps its copy of the settings
 * @param report receives one line per rebuild or failure
 */
export function watchFunctions(runFolder: string, report: (line: string) => void): void {
  const rebuild = debounced(async () => {
    const started = performance.now();
    try {
      await buildFunctions();
      report(`functions rebuilt in ${Math.round(performance.now() - started)} ms`);
    } catch (error) {
      report(`${(error as Error).message} The last good build goes on running.`);
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

/** The emulator reads settings anew with each reload, and reloads when the bundle's time changes. */
function touchBundle(file: string, report: (line: string) => void): void {
  const now = new Date();
  utimesSync(BUNDLE, now, now);
  report(`${file} changed, functions reload`);
}

/** The bundler's words; what follows is where in the bundler they were said. */
function withoutStack(output: string): string {
  const lines = output.trim().split('\n');
  const stack = lines.findIndex((line) => /^(node:|\/).*:\d+$/.test(line));
  return (stack > 0 ? lines.slice(0, stack) : lines).join('\n').trim();
}

function buildScript(): string {
  const manifest = JSON.parse(readFileSync(repositoryPath('functions', 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  const script = manifest.scripts?.build;
  if (script === undefined)
    throw new UserError('functions/package.json has no "build" script', 'Restore it.');
  return script;
}

/** Runs a package script without npm in between, which costs half a second. */
function runScript(script: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      cwd: repositoryPath('functions'),
      stdio: ['ignore', 'pipe', 'pipe'],
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

function debounced(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work);
    }, DEBOUNCE_MS);
  };
}
