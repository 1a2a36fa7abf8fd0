import { existsSync } from 'node:fs';
import { kitPath } from '../config/kit-files.ts';
import type { Run } from '../processes/run.ts';
import { isUpToDate } from './up-to-date.ts';

const FOLDER = kitPath('event-log');
/** Absent in an installed package, which has the bundle. */
const BUILD = kitPath('event-log', 'build.ts');
const BUNDLE = kitPath('event-log', 'dist', 'node_modules', 'functions-worker.cjs');
const INPUTS = [
  kitPath('event-log', 'src'),
  kitPath('event-log', 'package.json'),
  kitPath('event-log', 'build.ts'),
  kitPath('server', 'src', 'core'),
  kitPath('server', 'src', 'http', 'otlp-exporter.ts'),
];

/**
 * Bundles what records the functions and firebase-tools, unless it is newer than its sources.
 * Without, they run and are not recorded.
 */
export async function buildEventLogIfStale(run: Run, onLine: (line: string) => void): Promise<void> {
  if (!existsSync(BUILD) || isUpToDate(BUNDLE, INPUTS)) return;
  const { exit } = run.start({
    name: 'event log bundle',
    command: process.execPath,
    args: ['build.ts'],
    cwd: FOLDER,
    onLine,
  });
  if ((await exit) !== 0)
    onLine(
      'The functions and the emulators of firebase-tools are not recorded: packages/event-log does not build.',
    );
}
