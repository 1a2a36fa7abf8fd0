// Sends random cases to our Firestore emulator and to Google's, and prints how they differ. The
// corpus of past differences is replayed first; it needs our emulator only.
//   npm run parity -- --minutes N --seed S [--area NAME] [--write-docs]
//                                                          random cases
//   npm run parity -- --record                             store Google's responses to the corpus
import { readCorpus } from './corpus.ts';
import { OptionsError, type ParityOptions, readOptions } from './parity-options.ts';
import { findReference } from './reference.ts';
import { recordCorpus } from './replay-corpus.ts';
import { runParity } from './run-parity.ts';

async function main(options: ParityOptions): Promise<void> {
  if (options.record) {
    const reference = findReference();
    if ('missing' in reference) throw new OptionsError(`--record: ${reference.missing}`);
    await recordCorpus(reference.jar, reference.version, options.port);
  } else if (!(await runParity(options, readCorpus(), { print: console.log, warn: console.error }))) {
    process.exitCode = 1;
  }
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
