// Past differences and defects, each with the responses of Google's emulator, so that they can be
// replayed without it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Outcome, ParityCase, Step } from './parity-case.ts';

const FOLDER = new URL('./corpus/', import.meta.url);

export interface RecordedCase {
  /** A sentence: the attempt and the expectation. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Google's emulator's outcomes, one per step. */
  readonly outcomes: readonly Outcome[];
}

/** The cases of one area. */
export interface CorpusFile {
  readonly area: ParityCase['area'];
  /** The version of Google's emulator that gave the outcomes. */
  readonly version: string;
  readonly cases: readonly RecordedCase[];
}

/** All recorded cases. */
export function readCorpus(): CorpusFile[] {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as CorpusFile);
}

/** Stores the cases of one area. */
export function writeCorpusFile(file: CorpusFile): void {
  writeFileSync(new URL(`${file.area}.json`, FOLDER), `${JSON.stringify(file, null, 2)}\n`);
}
