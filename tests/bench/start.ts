// The median time of `start` and of plain firebase-tools with the same firebase.json, in turns.
// Fails above the targets. Google's Firestore emulator needs Java and its jar: the one that
// firebase-tools has downloaded, or that of FIRESTORE_EMULATOR_BINARY_PATH.
//
//   npm run bench:start                  beside firebase emulators:start
//   npm run bench:start -- --studio      with Studio and the event log, beside without them
//   npm run bench:start -- --uninstalled a project whose functions have no packages
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildFunctionsIfStale } from '../../packages/stack/src/builds/functions-build.ts';
import { kitPath } from '../../packages/stack/src/config/kit-files.ts';
import { findFreePorts } from '../../packages/stack/src/config/ports.ts';
import { openProject, type Project } from '../../packages/stack/src/config/project.ts';
import { writeRunConfig } from '../../packages/stack/src/emulators/firebase-config.ts';
import { emulatorsStart } from '../../packages/stack/src/emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../../packages/stack/src/emulators/functions-settings.ts';
import { selectEmulators } from '../../packages/stack/src/emulators/select-emulators.ts';
import { type ProcessSpec, Run } from '../../packages/stack/src/processes/run.ts';
import { readyMessage } from '../../packages/stack/src/stack/start-summary.ts';

const ROUNDS = 5;
const TARGET_RATIO = 0.5;
const TARGET_SECONDS = 8;
const STUDIO_TARGET_SECONDS = 0.3;
const UNINSTALLED_TARGET_SECONDS = 3;
/** Neither Studio nor the event log. */
const WITHOUT_STUDIO = { SAVEPOINT_STUDIO: '0', SAVEPOINT_EVENT_LOG: '0' };
/** Leaves the default ports to a stack that may be running. */
const PORT_OFFSET = 1700;

const { values: flags } = parseArgs({
  options: {
    studio: { type: 'boolean', default: false },
    uninstalled: { type: 'boolean', default: false },
  },
});
process.exitCode = (await measure()) ? 0 : 1;

function measure(): Promise<boolean> {
  if (flags.uninstalled) return timeUninstalled();
  const shop = openProject(fileURLToPath(new URL('../..', import.meta.url)));
  return flags.studio ? compareStudio(shop) : comparePlainEmulators(shop);
}

/** Times a project whose functions are not installed; returns whether the target is met. */
async function timeUninstalled(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-uninstalled-'));
  try {
    mkdirSync(join(folder, 'functions'));
    writeFileSync(
      join(folder, 'firebase.json'),
      '{ "firestore": {}, "functions": { "source": "functions" } }',
    );
    writeFileSync(join(folder, 'functions', 'package.json'), '{ "main": "index.js" }');
    const project = openProject(folder);
    const { uninstalled } = await measureInTurns(project, { uninstalled: () => timeStart(project) });
    const seconds = middle('start without the packages of functions', uninstalled);
    console.log(`${seconds.toFixed(1)} s (target at most ${UNINSTALLED_TARGET_SECONDS} s).`);
    return seconds <= UNINSTALLED_TARGET_SECONDS;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares the time with plain emulators; returns whether the targets are met. */
async function comparePlainEmulators(project: Project): Promise<boolean> {
  const seconds = await measureInTurns(project, {
    start: () => timeStart(project),
    'firebase emulators:start': () => timePlainEmulators(project),
  });
  const kit = middle('start', seconds.start);
  const plain = middle('firebase emulators:start', seconds['firebase emulators:start']);
  const ratio = kit / plain;
  console.log(`start: ${kit.toFixed(1)} s. Plain emulators: ${plain.toFixed(1)} s.`);
  console.log(
    `Ratio ${ratio.toFixed(2)} (target at most ${TARGET_RATIO}), ${kit.toFixed(1)} s (target at most ${TARGET_SECONDS} s).`,
  );
  return ratio <= TARGET_RATIO && kit <= TARGET_SECONDS;
}

/** Measures how much Studio delays the start; returns whether the target is met. */
async function compareStudio(project: Project): Promise<boolean> {
  const seconds = await measureInTurns(project, {
    with: () => timeStart(project),
    without: () => timeStart(project, WITHOUT_STUDIO),
  });
  const later = middle('with Studio', seconds.with) - middle('without', seconds.without);
  console.log(
    `With Studio and the event log the stack is ready ${later.toFixed(2)} s later (target at most ${STUDIO_TARGET_SECONDS} s).`,
  );
  return later <= STUDIO_TARGET_SECONDS;
}

/** The seconds of each round, alternating, because the machine may become slower meanwhile. */
async function measureInTurns<Lane extends string>(
  project: Project,
  lanes: Readonly<Record<Lane, () => Promise<number>>>,
): Promise<Record<Lane, number[]>> {
  const names = Object.keys(lanes) as Lane[];
  const seconds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Lane, number[]>;
  // The first start builds outdated files.
  await timeStart(project);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) seconds[name].push(await lanes[name]());
  }
  return seconds;
}

/** Prints the seconds of the rounds and returns their median. */
function middle(name: string, seconds: readonly number[]): number {
  console.log(`${name}: ${seconds.map((value) => value.toFixed(2)).join(', ')} s`);
  return [...seconds].sort((left, right) => left - right)[Math.floor(seconds.length / 2)] as number;
}

function timeStart(project: Project, env: Readonly<Record<string, string>> = {}): Promise<number> {
  return timeUntil(project, new RegExp(readyMessage(project)), () => ({
    command: process.execPath,
    args: [kitPath('savepoint', 'bin', 'savepoint.mjs'), 'start', '--port-offset', String(PORT_OFFSET)],
    cwd: project.folder,
    env,
  }));
}

/**
 * Times the equivalent without the kit. It omits Storage, which the kit starts too, because it
 * would need a second Java program.
 */
async function timePlainEmulators(project: Project): Promise<number> {
  await buildFunctionsIfStale(project);
  const ports = await findFreePorts(project);
  const emulators = selectEmulators(project).filter((name) => name !== 'storage');
  return timeUntil(project, /All emulators ready/, (folder) => ({
    command: process.execPath,
    args: emulatorsStart({
      configFile: writeRunConfig({ folder, project, ports, emulators, watchesFunctions: true }),
      emulators,
      id: project.id,
    }),
    cwd: folder,
  }));
}

/** Seconds from the start of the process until a line of its output matches. */
async function timeUntil(
  project: Project,
  ready: RegExp,
  specOf: (folder: string) => Omit<ProcessSpec, 'name' | 'onLine'>,
): Promise<number> {
  const run = new Run(project.environment);
  copyFunctionsSettings(run.folder, project);
  const spec = specOf(run.folder);
  const startedAt = performance.now();
  const lines: string[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const measured = run.start({
        name: 'measured process',
        ...spec,
        onLine: (line) => {
          lines.push(line);
          if (ready.test(line)) resolve();
        },
      });
      measured.exit.then(
        (code) => reject(new Error(`It exited with code ${code}:\n${lines.join('\n')}`)),
        reject,
      );
    });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await run.end();
  }
}
