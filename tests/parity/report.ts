import { AREA_NAMES } from './areas.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import type { AreaName, Json, ParityCase, Step } from './parity-case.ts';
import type { AreaCounts, Finding } from './search-differences.ts';

type Counts = ReadonlyMap<AreaName, AreaCounts>;

function total(counts: Counts, of: (counts: AreaCounts) => number): number {
  return [...counts.values()].reduce((sum, each) => sum + of(each), 0);
}

/** Requests with a known difference, in texts or otherwise. */
const knownOf =
  (isText: boolean) =>
  ({ known }: AreaCounts): number =>
    [...known].filter(([id]) => id.startsWith('text-') === isText).reduce((sum, [, count]) => sum + count, 0);
const COLUMNS = [
  ['cases', ({ cases }: AreaCounts) => cases],
  ['requests', ({ requests }: AreaCounts) => requests],
  ['equal', ({ equal }: AreaCounts) => equal],
  ['text', knownOf(true)],
  ['known', knownOf(false)],
  ['different', ({ different }: AreaCounts) => different],
  ['slow', ({ slow }: AreaCounts) => slow],
] as const;

const MEANING = [
  'A case is a sequence of requests on an empty database. `requests` and the columns after it count the requests under test:',
  'not those that prepare documents and rules, nor the reads that compare all documents after each commit.',
] as const;

/** The table at the end of a run: one line for each area. */
export function summaryLines(counts: Counts): string[] {
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(20) + cells.map((cell) => String(cell).padStart(11)).join('');
  const areas = AREA_NAMES.filter((name) => counts.has(name));
  return [
    line(
      'area',
      COLUMNS.map(([title]) => title),
    ),
    ...areas.map((name) =>
      line(
        name,
        COLUMNS.map(([, of]) => of(counts.get(name) as AreaCounts)),
      ),
    ),
    line(
      'all',
      COLUMNS.map(([, of]) => total(counts, of)),
    ),
    ...MEANING,
  ];
}

const json = (value: Json | readonly Step[] | object) => JSON.stringify(value, null, 2);

/** A case that can be pasted into a corpus file, with both servers' responses to its last step. */
export function findingText({ difference, origin, signature }: Finding): string {
  const { at, ours, google, parityCase } = difference;
  const shortened: Pick<ParityCase, 'steps'> = { steps: parityCase.steps.slice(0, at + 1) };
  return [
    `\n--- ${signature}`,
    `case ${origin}, step ${at}`,
    `${json({ name: '', ...shortened, outcomes: [] })}`,
    `ours   ${JSON.stringify(ours)}`,
    `google ${JSON.stringify(google)}`,
  ].join('\n');
}

/**
 * Breaks a paragraph into lines of at most 100 characters; `indentation` begins all but the first.
 */
export function wrap(paragraph: string, indentation = ''): string {
  const lines: string[] = [];
  for (const piece of paragraph.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + piece.length < 100) lines[lines.length - 1] = `${line} ${piece}`;
    else lines.push(line === undefined ? piece : `${indentation}${piece}`);
  }
  return lines.join('\n');
}

/** The block of docs/parity.md between its two marks: counts and known differences. */
export function docsBlock(
  counts: Counts,
  run: { readonly seed: number; readonly version: string; readonly minutes: number },
): string {
  const rows = AREA_NAMES.filter((name) => counts.has(name)).map((name) => {
    const cells = COLUMNS.slice(0, 6).map(([, of]) =>
      of(counts.get(name) as AreaCounts).toLocaleString('en'),
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const sum = COLUMNS.slice(0, 6).map(([, of]) => total(counts, of).toLocaleString('en'));
  return [
    wrap(
      `\`npm run parity -- --minutes ${run.minutes} --seed ${run.seed}\` beside Google's emulator ${run.version}. ${MEANING.join(' ')}`,
    ),
    '',
    '| area | cases | requests | equal | equal but for a text | known difference | different |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    `| all | ${sum.join(' | ')} |`,
    '',
    ...KNOWN_DIFFERENCES.map(({ id, cause }) => wrap(`- **${id}**: ${cause}`, '  ')),
  ].join('\n');
}

/** One sentence about the run, for the README of the emulator. */
export function readmeSentence(
  counts: Counts,
  run: { readonly seed: number; readonly version: string; readonly minutes: number },
): string {
  const number = (of: (counts: AreaCounts) => number) => total(counts, of).toLocaleString('en');
  return wrap(
    `\`npm run parity -- --minutes ${run.minutes} --seed ${run.seed}\` compared the responses to ${number(({ requests }) => requests)} random requests, ` +
      `in ${number(({ cases }) => cases)} cases, with those of Google's emulator ${run.version}: ${number(({ different }) => different)} differ, ` +
      `${number(knownOf(false))} by one of the [known differences](../../docs/parity.md).`,
  );
}
