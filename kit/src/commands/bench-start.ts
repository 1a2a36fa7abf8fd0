import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctionsIfStale } from '../builds/functions-build.ts';
import type { Command } from '../cli/command.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath, SITE_FOLDER } from '../config/repository.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { emulatorsStart, firestoreEnvironment } from '../emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { type ProcessSpec, Run } from '../processes/run.ts';
import { READY_MESSAGE } from '../stack/start-summary.ts';

const ROUNDS = 5;
const TARGET_RATIO = 0.6;
const TARGET_SECONDS = 8;
/** Leaves the default ports to a stack that may be running. */
const PORT_OFFSET = 1700;

/** `npm run bench:start`: the median time of `npm start` and of plain firebase-tools with the same firebase.json. */
export const benchStart: Command = {
  summary: 'compare the start-up time with plain firebase emulators:start',
  usage: 'npm run bench:start',
  flags: {},
  async run() {
    const kit = await median('npm start', timeStart);
    const plain = await median('firebase emulators:start', timePlainEmulators);
    const ratio = kit / plain;
    console.log(`npm start: ${kit.toFixed(1)} s. Plain emulators: ${plain.toFixed(1)} s.`);
    console.log(
      `Ratio ${ratio.toFixed(2)} (target at most ${TARGET_RATIO}), ${kit.toFixed(1)} s (target at most ${TARGET_SECONDS} s).`,
    );
    return ratio <= TARGET_RATIO && kit <= TARGET_SECONDS ? 0 : 1;
  },
};

async function median(name: string, measure: () => Promise<number>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push(await measure());
  console.log(`${name}: ${seconds.map((value) => value.toFixed(2)).join(', ')} s`);
  return seconds.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] as number;
}

function timeStart(): Promise<number> {
  return timeUntil(new RegExp(READY_MESSAGE), () => ({
    command: 'npm',
    args: ['start', '--', '--port-offset', String(PORT_OFFSET)],
    cwd: repositoryPath(),
  }));
}

/** Times what a developer would run without the kit. Java is the shim, because without it there would be no Firestore. */
async function timePlainEmulators(): Promise<number> {
  await buildFunctionsIfStale();
  const ports = await findFreePorts();
  return timeUntil(/All emulators ready/, (folder) => ({
    command: process.execPath,
    args: emulatorsStart(writeRunConfig(folder, ports, SITE_FOLDER)),
    cwd: folder,
    env: { ...firestoreEnvironment(), PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  }));
}

/** Seconds from the start of the process until a line of its output matches. */
async function timeUntil(
  ready: RegExp,
  specOf: (folder: string) => Omit<ProcessSpec, 'name' | 'onLine'>,
): Promise<number> {
  const run = new Run();
  mkdirSync(join(run.folder, 'bin'));
  symlinkSync(repositoryPath('kit', 'shims', 'firestore', 'java'), join(run.folder, 'bin', 'java'));
  copyFunctionsSettings(run.folder);
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
