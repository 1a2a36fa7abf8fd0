import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSavepoint } from '../conformance/emulator-under-test.ts';
import { writeMarkedBlock } from '../support/marked-block.ts';
import type { CorpusFile } from './corpus.ts';
import type { ParityOptions } from './parity-options.ts';
import { describeReference, findReference } from './reference.ts';
import { replayCorpus } from './replay-corpus.ts';
import { docsBlock, findingText, readmeSentence, summaryLines } from './report.ts';
import { DifferenceSearch } from './search-differences.ts';
import { Server } from './server.ts';
import { ServerPair } from './server-pair.ts';

const DOCS = new URL('../../docs/parity.md', import.meta.url);
const README = new URL('../../packages/firestore/README.md', import.meta.url);
const DOCS_COMMAND = 'parity -- --write-docs';

/** The output of a run. */
export interface ParityOutput {
  print(text: string): void;
  /** A line about a server that died, is slow or does not start. */
  warn(line: string): void;
}

/** Replays the corpus. Returns the number of cases that differ. */
async function compareCorpus(files: readonly CorpusFile[], { print }: ParityOutput): Promise<number> {
  const ours = await startSavepoint();
  try {
    const results = await replayCorpus(files, new Server('savepoint', ours.host));
    const differing = results.filter(({ result }) => result === 'different');
    const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
    print(
      `corpus: ${results.length} cases, ${count('equal')} equal, ${count('known')} known, ${differing.length} different`,
    );
    for (const { name, difference } of differing) {
      print(
        `\n--- ${name}, step ${difference?.at}\nours   ${JSON.stringify(difference?.ours)}\ngoogle ${JSON.stringify(difference?.google)}`,
      );
    }
    return differing.length;
  } finally {
    await ours.close();
  }
}

/** Runs random cases. `isComplete` is false if a server did not start, or failed too often. */
async function searchDifferences(
  options: ParityOptions,
  jar: string,
  output: ParityOutput,
): Promise<{ readonly found?: DifferenceSearch; readonly isComplete: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-parity-'));
  let servers: ServerPair | undefined;
  let found: DifferenceSearch | undefined;
  try {
    servers = await ServerPair.start(jar, options.port, ['--export-root', folder]);
    found = new DifferenceSearch(servers, {
      deadline: Date.now() + options.minutes * 60_000,
      folder,
      onFinding: (finding) => output.print(findingText(finding)),
      onNotice: output.warn,
    });
    await found.run(options);
    return { found, isComplete: true };
  } catch (error) {
    output.warn((error as Error).message.split('\n')[0] as string);
    return found === undefined ? { isComplete: false } : { found, isComplete: false };
  } finally {
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Replays the corpus on our emulator, then sends random cases to ours and, if installed, Google's,
 * and prints how they differ. Resolves with whether nothing differs and the run lasted as long as
 * requested.
 */
export async function runParity(
  options: ParityOptions,
  corpus: readonly CorpusFile[],
  output: ParityOutput,
): Promise<boolean> {
  const { seed, minutes } = options;
  const isCorpusEqual = (await compareCorpus(corpus, output)) === 0;
  const reference = findReference();
  if ('missing' in reference) {
    output.print(`Only the corpus was compared: ${reference.missing}`);
    return isCorpusEqual;
  }
  const { jar, version } = reference;
  output.print(`${describeReference(version)}, seed ${seed}, ${minutes} minutes`);
  const { found, isComplete } = await searchDifferences(options, jar, output);
  if (found === undefined) return false;
  output.print('');
  for (const [signature, count] of [...found.occurrences].sort((a, b) => b[1] - a[1]))
    output.print(`${String(count).padStart(6)} x ${signature}`);
  for (const line of summaryLines(found.counts)) output.print(line);
  output.print(`seed ${seed}`);
  if (options.writeDocs) {
    writeMarkedBlock(DOCS, DOCS_COMMAND, docsBlock(found.counts, { seed, minutes, version }));
    writeMarkedBlock(README, DOCS_COMMAND, readmeSentence(found.counts, { seed, minutes, version }));
  }
  return isCorpusEqual && isComplete && found.occurrences.size === 0;
}
