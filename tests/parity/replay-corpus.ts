import { type EmulatorUnderTest, startSavepoint } from '../conformance/emulator-under-test.ts';
import { startGoogleEmulator } from '../support/google-emulator.ts';
import { compareOutcomes, type Difference } from './compare-outcomes.ts';
import { type CorpusFile, type RecordedCase, readCorpus, writeCorpusFile } from './corpus.ts';
import { findKnownDifference } from './known-differences.ts';
import type { AreaName } from './parity-case.ts';
import { runCase } from './run-case.ts';
import { Server } from './server.ts';

export interface ReplayResult {
  readonly name: string;
  readonly result: 'equal' | 'known' | 'different';
  readonly difference: Difference | undefined;
}

/** Compares the outcomes of one recorded case on `server` with the recorded ones. */
export async function replayCase(
  area: AreaName,
  recorded: RecordedCase,
  server: Server,
  projectId: string,
): Promise<ReplayResult> {
  const parityCase = { area, steps: recorded.steps };
  const outcomes = await runCase(parityCase, server, projectId);
  const { differences } = compareOutcomes(parityCase, outcomes, recorded.outcomes);
  const { name } = recorded;
  const unknown = differences.find((each) => findKnownDifference(each) === undefined);
  if (unknown !== undefined) return { name, result: 'different', difference: unknown };
  return { name, result: differences.length === 0 ? 'equal' : 'known', difference: differences[0] };
}

/** Replays all cases in sequence, each in a separate project. */
export async function replayCorpus(files: readonly CorpusFile[], server: Server): Promise<ReplayResult[]> {
  const results: ReplayResult[] = [];
  for (const { area, cases } of files) {
    for (const [index, recorded] of cases.entries()) {
      results.push(await replayCase(area, recorded, server, `corpus-${area}-${index}`));
    }
  }
  return results;
}

/**
 * Runs the corpus on both servers, stores Google's responses, and prints which cases ours executes
 * differently.
 */
export async function recordCorpus(jar: string, version: string, port: number | undefined): Promise<void> {
  const google = await startGoogleEmulator({ jar, ...(port === undefined ? {} : { port }) });
  const ours: EmulatorUnderTest = await startSavepoint();
  const googleServer = new Server('google', `127.0.0.1:${google.port}`);
  const ourServer = new Server('savepoint', ours.host);
  try {
    for (const { area, cases } of readCorpus()) {
      const recorded: RecordedCase[] = [];
      for (const [index, { name, steps }] of cases.entries()) {
        const projectId = `corpus-${area}-${index}`;
        const again = { name, steps, outcomes: await runCase({ area, steps }, googleServer, projectId) };
        const { result } = await replayCase(area, again, ourServer, projectId);
        recorded.push(again);
        console.log(`${result.padEnd(9)} ${area}: ${name}`);
      }
      writeCorpusFile({ area, version, cases: recorded });
    }
  } finally {
    await Promise.all([google.stop(), ours.close()]);
  }
}
