import { AREA_NAMES, AREAS } from './areas.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import type { AreaName, Json, ParityCase, Step } from './parity-case.ts';
import type { AreaCounts, Finding } from './search-differences.ts';

type Counts = ReadonlyMap<AreaName, AreaCounts>;

function total(counts: Counts, of: (counts: AreaCounts) => number): number {
  return [...counts.values()].reduce((sum, each) => sum + of(each), 0);
}

/** Cases with a known difference that is one of texts, or of something else. */
const knownOf =
  (isText: boolean) =>
  ({ known }: AreaCounts): number =>
    [...known].filter(([id]) => id.startsWith('text-') === isText).reduce((sum, [, count]) => sum + count, 0);
const COLUMNS = [
  ['cases', ({ cases }: AreaCounts) => cases],
  ['equal', ({ equal }: AreaCounts) => equal],
  ['text', knownOf(true)],
  ['known', knownOf(false)],
  ['open', ({ open }: AreaCounts) => open],
  ['different', ({ different }: AreaCounts) => different],
  ['slow', ({ slow }: AreaCounts) => slow],
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
  ];
}

const json = (value: Json | readonly Step[] | object) => JSON.stringify(value, null, 2);

/** A case that can be pasted into a file of the corpus, with the responses of both servers to its last step. */
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

/** The block of docs/parity.md between its two marks: counts and known differences. */
export function docsBlock(
  counts: Counts,
  run: { readonly seed: number; readonly version: string; readonly minutes: number },
): string {
  const rows = AREA_NAMES.filter((name) => counts.has(name)).map((name) => {
    const cells = COLUMNS.slice(0, 6).map(([, of]) =>
      of(counts.get(name) as AreaCounts).toLocaleString('en'),
    );
    return `| ${name} | ${AREAS[name].summary} | ${cells.join(' | ')} |`;
  });
  const sum = COLUMNS.slice(0, 6).map(([, of]) => total(counts, of).toLocaleString('en'));
  return [
    `\`npm run parity -- --minutes ${run.minutes} --seed ${run.seed}\` beside Google's emulator ${run.version}:`,
    '',
    '| area | what | cases | equal | equal but for a text | known difference | open defect | different |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    `| all | | ${sum.join(' | ')} |`,
    '',
    '| known difference | cause |',
    '| --- | --- |',
    ...KNOWN_DIFFERENCES.map(({ id, cause }) => `| ${id} | ${cause} |`),
  ].join('\n');
}

const MARKS = ['<!-- written by npm run parity -- --write-docs -->', '<!-- end -->'] as const;

/** `text` with the block between the marks replaced. Throws when a mark is missing. */
export function replaceDocsBlock(text: string, block: string): string {
  const [before, rest] = text.split(MARKS[0]);
  const after = rest?.split(MARKS[1])[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/parity.md lacks the marks ${MARKS.join(' and ')}.`);
  return `${before}${MARKS[0]}\n\n${block}\n\n${MARKS[1]}${after}`;
}
