import { type EmulatorUnderTest, startSavepoint } from '../conformance/emulator-under-test.ts';
import { startGoogleEmulator } from '../support/google-emulator.ts';
import { compareOutcomes, type Difference } from './compare-outcomes.ts';
import { type CorpusFile, type RecordedCase, readCorpus, writeCorpusFile } from './corpus.ts';
import { findKnownDifference } from './known-differences.ts';
import type { AreaName } from './parity-case.ts';
import { runCase } from './run-case.ts';
import { Server } from './server.ts';

/** `open`: it differs by a defect that is not fixed yet. */
export interface ReplayResult {
  readonly name: string;
  readonly result: 'equal' | 'known' | 'open' | 'different';
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
  const difference = compareOutcomes(
    parityCase,
    await runCase(parityCase, server, projectId),
    recorded.outcomes,
  );
  const { name } = recorded;
  if (difference === undefined) return { name, result: 'equal', difference };
  if (findKnownDifference(difference) !== undefined) return { name, result: 'known', difference };
  return { name, result: recorded.open === true ? 'open' : 'different', difference };
}

/** Replays all cases one after the other, each in a project of its own. */
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
 * Runs the corpus on both servers and stores Google's responses. A case that ours executes differently, not by a known difference,
 * is marked as open, and the mark is removed from the others.
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
        recorded.push(result === 'different' ? { name, open: true, steps, outcomes: again.outcomes } : again);
        console.log(`${result === 'different' ? 'open ' : 'equal'} ${area}: ${name}`);
      }
      writeCorpusFile({ area, version, cases: recorded });
    }
  } finally {
    await Promise.all([google.stop(), ours.close()]);
  }
}
