// Owns `npm run bench:start`: how long `npm start` takes to its table, beside plain firebase-tools with the same firebase.json.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctionsIfStale } from '../builds/functions-build.ts';
import type { Command } from '../cli/command.ts';
import { findFreePorts } from '../config/ports.ts';
import { PROJECT_ID, repositoryPath, SITE_FOLDER } from '../config/repository.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { firestoreEnvironment } from '../emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { Run } from '../processes/run.ts';
import { READY_MESSAGE } from '../stack/start-summary.ts';

const ROUNDS = 5;
const GOAL_RATIO = 0.6;
const GOAL_SECONDS = 8;
/** Away from a stack that someone may be using. */
const PORT_OFFSET = 1700;

export const benchStart: Command = {
  summary: 'measure the start-up beside plain firebase emulators:start',
  usage: 'npm run bench:start',
  flags: {},
  positionals: 0,
  async run() {
    const ours = await median('npm start', timeStart);
    const plain = await median('firebase emulators:start', timePlain);
    const ratio = ours / plain;
    console.log(`npm start: ${ours.toFixed(1)} s. Plain emulators: ${plain.toFixed(1)} s.`);
    console.log(
      `Ratio ${ratio.toFixed(2)} (goal at most ${GOAL_RATIO}), ${ours.toFixed(1)} s (goal at most ${GOAL_SECONDS} s).`,
    );
    return ratio <= GOAL_RATIO && ours <= GOAL_SECONDS ? 0 : 1;
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
    env: {},
  }));
}

/** What a developer would run without the kit; the Java in it is our stand-in, as there would be no Firestore otherwise. */
async function timePlain(): Promise<number> {
  await buildFunctionsIfStale();
  const ports = await findFreePorts();
  return timeUntil(/All emulators ready/, (folder) => ({
    command: process.execPath,
    args: [
      repositoryPath('node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js'),
      'emulators:start',
      ...['--config', writeRunConfig(folder, ports, SITE_FOLDER)],
      ...['--project', PROJECT_ID],
      ...['--only', 'auth,functions,firestore,hosting'],
    ],
    cwd: folder,
    env: { ...firestoreEnvironment(), PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  }));
}

interface Measured {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Seconds from starting the program until a line of its output matches. */
async function timeUntil(ready: RegExp, program: (folder: string) => Measured): Promise<number> {
  const run = new Run();
  mkdirSync(join(run.folder, 'bin'));
  symlinkSync(repositoryPath('kit', 'shims', 'firestore', 'java'), join(run.folder, 'bin', 'java'));
  copyFunctionsSettings(run.folder);
  const measured = program(run.folder);
  const startedAt = performance.now();
  const lines: string[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const running = run.start({
        name: 'measured',
        ...measured,
        onLine: (line) => {
          lines.push(line);
          if (ready.test(line)) resolve();
        },
      });
      running.exit.then(
        (code) => reject(new Error(`It ended with code ${code}:\n${lines.join('\n')}`)),
        reject,
      );
    });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await run.end();
  }
}
