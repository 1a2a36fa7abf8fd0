// Sends random cases to our Firestore emulator and to Google's, and prints how they differ. The corpus of past differences is
// replayed first; it needs our emulator only.
//   npm run parity -- --minutes N --seed S [--area NAME] [--write-docs]    random cases
//   npm run parity -- --record                                             store Google's responses to the corpus
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSavepoint } from '../conformance/emulator-under-test.ts';
import { findGoogleEmulatorJar, googleEmulatorVersion } from '../support/google-emulator.ts';
import { readCorpus } from './corpus.ts';
import { OptionsError, type ParityOptions, readOptions } from './parity-options.ts';
import { recordCorpus, replayCorpus } from './replay-corpus.ts';
import { docsBlock, findingText, replaceDocsBlock, summaryLines } from './report.ts';
import { DifferenceSearch } from './search-differences.ts';
import { Server } from './server.ts';
import { ServerPair } from './server-pair.ts';

/** The version that the corpus was recorded with, and that the known differences are about. */
const EXPECTED_VERSION = '1.19.9';
const DOCS = new URL('../../docs/parity.md', import.meta.url);

/** Replays the corpus. Returns the number of cases that differ. */
async function runCorpus(): Promise<number> {
  const ours = await startSavepoint();
  try {
    const results = await replayCorpus(readCorpus(), new Server('savepoint', ours.host));
    const differing = results.filter(({ result }) => result === 'different');
    const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
    console.log(
      `corpus: ${results.length} cases, ${count('equal')} equal, ${count('known')} known, ${count('open')} open, ${differing.length} different`,
    );
    for (const { name, difference } of differing) {
      console.log(
        `\n--- ${name}, step ${difference?.at}\nours   ${JSON.stringify(difference?.ours)}\ngoogle ${JSON.stringify(difference?.google)}`,
      );
    }
    return differing.length;
  } finally {
    await ours.close();
  }
}

async function search(options: ParityOptions, jar: string, version: string): Promise<DifferenceSearch> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-parity-'));
  const servers = await ServerPair.start(jar, options.port, ['--export-root', folder]);
  const deadline = Date.now() + options.minutes * 60_000;
  const found = new DifferenceSearch(servers, {
    deadline,
    folder,
    onFinding: (finding) => console.log(findingText(finding)),
    onNotice: console.error,
  });
  try {
    await found.run(options);
  } catch (error) {
    console.error((error as Error).message);
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (options.writeDocs) {
    const run = { seed: options.seed, minutes: options.minutes, version };
    writeFileSync(DOCS, replaceDocsBlock(readFileSync(DOCS, 'utf8'), docsBlock(found.counts, run)));
  }
  return found;
}

async function main(options: ParityOptions): Promise<void> {
  const jar = findGoogleEmulatorJar();
  const version = jar === undefined ? undefined : googleEmulatorVersion(jar);
  if (options.record) {
    if (jar === undefined || version === undefined)
      throw new OptionsError("--record: Google's emulator or Java is not installed.");
    await recordCorpus(jar, version, options.port);
    return;
  }
  let differences = await runCorpus();
  if (jar === undefined || version === undefined) {
    const missing = jar === undefined ? "Google's emulator is not installed" : `Java cannot run ${jar}`;
    console.log(`${missing}: only the corpus was compared.`);
  } else {
    const other = version === EXPECTED_VERSION ? '' : ` (known differences are those of ${EXPECTED_VERSION})`;
    console.log(`Google's emulator ${version}${other}, seed ${options.seed}, ${options.minutes} minutes`);
    const found = await search(options, jar, version);
    console.log();
    for (const [signature, count] of [...found.occurrences].sort((a, b) => b[1] - a[1]))
      console.log(`${String(count).padStart(6)} x ${signature}`);
    for (const line of summaryLines(found.counts)) console.log(line);
    console.log(`seed ${options.seed}`);
    differences += found.occurrences.size;
  }
  if (differences > 0) process.exitCode = 1;
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
