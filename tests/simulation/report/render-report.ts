// A run as one HTML page: figures, small charts and the heat map of its documents. It needs no
// script and no other file.

import { PRODUCTION_LIMITS } from '../../../packages/firestore/src/limits/production-limits.ts';
import { formatCommand } from '../drop-options.ts';
import { percentile } from '../kernel/percentile.ts';
import type { Measurements } from '../measurements.ts';
import type { DropOptions, DropResult } from '../shop/run-drop.ts';
import type { Summary } from '../shop/summary.ts';
import type { RushOptions, RushResult } from '../stock/compare-designs.ts';
import { type Axis, barChart, escapeHtml, heatMap, lineChart } from './chart.ts';
import { renderDesigns } from './design-table.ts';
import { count, time } from './format.ts';

/** A run as shown on the page. */
export interface ReportedRun {
  readonly name: string;
  /** The command that repeats it, if any. */
  readonly command: string | undefined;
  readonly problems: readonly string[];
  readonly figures: readonly (readonly [term: string, value: string])[];
  readonly measurements: Measurements;
}

const WAY_NAMES: Readonly<Record<DropOptions['way'], string>> = {
  order: 'Ordinary stock, sold to whoever orders first',
  line: 'A line: the drop gives units to those who come first',
  draw: 'A draw: the drop gives units to those whom a seed selects',
};
const COLUMNS = 112;
const HOT_DOCUMENTS = 12;
/** Frequent outcomes; the others share a color. */
const OUTCOME_COLORS: Readonly<Record<string, string>> = {
  ordered: 'c1',
  'deadline-exceeded': 'c2',
  'out-of-stock': 'c3',
  entered: 'c1',
  'page: taken': 'c3',
  'sold-out': 'c3',
  network: 'c4',
  error: 'c2',
  unavailable: 'c5',
  'resource-exhausted': 'c6',
  aborted: 'c7',
};

/** The page of several runs, and of the compared designs. */
export function renderReport(runs: readonly ReportedRun[], designs: readonly RushResult[]): string {
  const title = 'Simulated drop';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<div class="runs">${runs.map(renderRun).join('\n')}</div>
${designs.length < 2 ? '' : renderDesigns(designs)}
</main>
</body>
</html>
`;
}

function renderRun({ name, command, problems, figures, measurements }: ReportedRun): string {
  const axis = spanOf(measurements);
  const perColumn = (bySecond: readonly number[]) => sumColumns(bySecond, axis.secondsPerColumn);
  const charts = [
    barChart(
      'New orders',
      [{ name: 'orders', color: 'c1', values: perColumn(measurements.ordersBySecond) }],
      axis,
    ),
    barChart('Answers to the button', outcomeSeries(measurements, axis), axis),
    barChart(
      'People who wait for an answer',
      [{ name: 'waiting', color: 'c4', values: waiting(measurements, axis) }],
      axis,
    ),
    lineChart('Until an answer came', answerSeries(measurements, axis), { ...axis, format: time }),
    barChart(
      'Transactions aborted',
      [{ name: 'aborted', color: 'c2', values: perColumn(measurements.abortedBySecond) }],
      axis,
    ),
    barChart(
      'Commits waiting for a hot document',
      [{ name: 'waiting', color: 'c3', values: perColumn(measurements.waitedMsBySecond) }],
      { ...axis, format: time },
    ),
  ];
  const rows = measurements.hottest(HOT_DOCUMENTS).map(([path, seconds]) => ({
    name: path,
    values: sumColumns(toList(seconds), axis.secondsPerColumn),
  }));
  const limit = PRODUCTION_LIMITS['document-writes'].perSecond;
  return `<section>
<h2>${escapeHtml(name)}</h2>
${command === undefined ? '' : `<p><code>${escapeHtml(command)}</code></p>`}
${
  problems.length === 0
    ? '<p class="ok">The books balance: units, money, emails and states.</p>'
    : `<div class="bad"><p>The books do not balance.</p><ul>${problems.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul></div>`
}
<dl>${figures
    .map(([term, value]) => `<div><dt>${term}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('')}</dl>
<div class="charts">${charts.join('\n')}</div>
${heatMap(`Writes of documents; red: more than ${limit} a second`, rows, { secondsPerColumn: axis.secondsPerColumn, limit })}
</section>`;
}

/** A run of the shop. */
export function reportDrop(result: DropResult, summary: Summary): ReportedRun {
  const { options, events, virtualMs, problems, measurements } = result;
  const isOrder = options.way === 'order';
  return {
    name: WAY_NAMES[options.way],
    command: formatCommand(options),
    ...{ problems, measurements },
    figures: [
      ['Shoppers', count(options.shoppers)],
      ['Units, left', `${count(options.units)}, ${count(summary.unitsLeft)}`],
      isOrder
        ? ['All units ordered', moment(summary.lastOrderMs)]
        : ['All units given', moment(summary.assignedMs)],
      ['Orders a second, at most', count(summary.ordersPerSecondMax)],
      ['95 % answered in', time(summary.answerMs.p95)],
      ['Answered within a second', `${(100 * summary.withinSecond).toFixed(1)} %`],
      ['Transactions aborted', count(summary.aborted)],
      [
        'Per person without an order',
        `${summary.readsPerLoser.toFixed(1)} reads, ${summary.writesPerLoser.toFixed(1)} writes`,
      ],
      ['Events', count(events)],
      ['Virtual time', time(virtualMs)],
    ],
  };
}

/** A run of a prototype of the stock. */
export function reportRush(result: RushResult, { shoppers, units }: RushOptions): ReportedRun {
  const { imbalance } = result;
  return {
    name: `Stock as ${result.design}, sold to whoever orders first`,
    command: undefined,
    problems: imbalance === 0 ? [] : [`${imbalance} units too many, or too few`],
    measurements: result.measurements,
    figures: [
      ['Shoppers', count(shoppers)],
      ['Units, left', `${count(units)}, ${count(result.left)}`],
      ['All units ordered', moment(result.soldOutMs)],
      ['Orders a second', result.ordersPerSecond.toFixed(1)],
      ['95 % answered in', time(result.p95)],
      ['Gave up', count(result.failed)],
      ['Transactions aborted', count(result.aborted)],
      [
        'Per person without an order',
        `${result.readsPerLoser.toFixed(1)} reads, ${result.writesPerLoser.toFixed(1)} writes`,
      ],
      ['Events', count(result.events)],
    ],
  };
}

const moment = (ms: number | undefined) => (ms === undefined ? 'never' : time(ms));

/** The time span of the charts: until nearly all responses have arrived. */
function spanOf(measurements: Measurements): Axis {
  const ends = measurements.answers.map(({ atMs, durationMs }) => atMs + durationMs).sort((a, b) => a - b);
  const seconds = Math.max(COLUMNS / 4, percentile(ends, 0.99) / 1000);
  const exact = seconds / COLUMNS;
  const secondsPerColumn = exact <= 1 ? 1 : Math.ceil(exact);
  return { secondsPerColumn, format: count };
}

function sumColumns(bySecond: readonly number[], secondsPerColumn: number): number[] {
  const columns = new Array<number>(COLUMNS).fill(0);
  for (const [second, value] of bySecond.entries()) {
    const column = Math.floor(second / secondsPerColumn);
    if (column < COLUMNS) columns[column] = (columns[column] as number) + value;
  }
  return columns;
}

function toList(seconds: ReadonlyMap<number, number>): number[] {
  const list = new Array<number>(Math.max(0, ...seconds.keys()) + 1).fill(0);
  for (const [second, value] of seconds) list[second] = value;
  return list;
}

function outcomeSeries(measurements: Measurements, { secondsPerColumn }: Axis) {
  const outcomes = [...new Set(measurements.answers.map(({ outcome }) => outcome))].sort((one, other) =>
    one === 'ordered' ? -1 : other === 'ordered' ? 1 : one < other ? -1 : 1,
  );
  return outcomes.map((outcome) => {
    const values = new Array<number>(COLUMNS).fill(0);
    for (const answer of measurements.answers) {
      const column = Math.floor((answer.atMs + answer.durationMs) / 1000 / secondsPerColumn);
      if (answer.outcome === outcome && column < COLUMNS) values[column] = (values[column] as number) + 1;
    }
    return { name: outcome, color: OUTCOME_COLORS[outcome] ?? 'c8', values };
  });
}

/** The number of unanswered presses of the button, at the end of each column. */
function waiting(measurements: Measurements, { secondsPerColumn }: Axis): number[] {
  const changes = new Array<number>(COLUMNS + 1).fill(0);
  const columnOf = (ms: number) => Math.min(COLUMNS, Math.floor(ms / 1000 / secondsPerColumn));
  for (const { atMs, durationMs } of measurements.answers) {
    const [from, to] = [columnOf(atMs), columnOf(atMs + durationMs)];
    changes[from] = (changes[from] as number) + 1;
    changes[to] = (changes[to] as number) - 1;
  }
  let unanswered = 0;
  return changes.slice(0, COLUMNS).map((change) => {
    unanswered += change;
    return unanswered;
  });
}

function answerSeries(measurements: Measurements, { secondsPerColumn }: Axis) {
  const columns = Array.from({ length: COLUMNS }, (): number[] => []);
  for (const { atMs, durationMs } of measurements.answers)
    columns[Math.floor(atMs / 1000 / secondsPerColumn)]?.push(durationMs);
  for (const times of columns) times.sort((one, other) => one - other);
  const at = (share: number) =>
    columns.map((times) => (times.length === 0 ? Number.NaN : percentile(times, share)));
  return [
    { name: 'median', color: 'c1', values: at(0.5) },
    { name: '95 %', color: 'c2', values: at(0.95) },
  ];
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e9ee); --soft: light-dark(#5b6470, #a3adba);
  --page: light-dark(#f6f7f9, #14171b); --card: light-dark(#fff, #1d2127); --edge: light-dark(#dfe3e8, #323841);
  --c1: light-dark(#2457d6, #7ea2ff); --c2: light-dark(#c2410c, #fb9a5f); --c3: light-dark(#0f766e, #4fd1c0);
  --c4: light-dark(#7c3aed, #b79bff); --c5: light-dark(#a16207, #e3c15a); --c6: light-dark(#64748b, #94a3b8); --c7: light-dark(#be185d, #f58ab8); --c8: light-dark(#4d7c0f, #a8d05b);
  --hot: light-dark(#c81e1e, #ff6b6b); --good: light-dark(#15803d, #5fd38a); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1760px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { margin: 0 0 8px; font-size: 26px; }
h2 { margin: 32px 0 4px; font-size: 20px; }
.runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 24px; }
.runs > section { min-width: 0; }
code { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.ok { color: var(--good); font-weight: 600; }
.bad { color: var(--hot); font-weight: 600; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(150px, 19%), 1fr)); gap: 10px; margin: 16px 0; }
dl div, figure { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 10px 14px; }
dt { color: var(--soft); font-size: 13px; }
dd { margin: 0; font-size: 18px; font-weight: 600; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 12px; margin-bottom: 12px; }
figure { margin: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 16px; margin-bottom: 6px; font-weight: 600; }
small { display: flex; flex-wrap: wrap; gap: 2px 12px; color: var(--soft); font-size: 12px; font-weight: 400; }
small i { display: inline-block; width: 10px; height: 10px; margin-right: 5px; border-radius: 2px; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 11px; }
.wide { overflow-x: auto; }
.wide svg { min-width: 800px; }
svg .name { fill: var(--text); }
.grid line { stroke: var(--edge); }
rect.c1, i.c1 { fill: var(--c1); background: var(--c1); } rect.c2, i.c2 { fill: var(--c2); background: var(--c2); }
rect.c3, i.c3 { fill: var(--c3); background: var(--c3); } rect.c4, i.c4 { fill: var(--c4); background: var(--c4); }
rect.c5, i.c5 { fill: var(--c5); background: var(--c5); } rect.c6, i.c6 { fill: var(--c6); background: var(--c6); }
rect.c7, i.c7 { fill: var(--c7); background: var(--c7); } rect.c8, i.c8 { fill: var(--c8); background: var(--c8); }
.line { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.line.c1 { stroke: var(--c1); } .line.c2 { stroke: var(--c2); }
.scroll { overflow-x: auto; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 12px; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
thead th { color: var(--soft); font-size: 13px; font-weight: 400; }
tbody tr { border-top: 1px solid var(--edge); }
.hot { fill: var(--hot); } .warm { fill: var(--c1); }
`;
