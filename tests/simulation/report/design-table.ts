// The stock designs side by side, for the terminal and for the page.
import type { RushResult } from '../stock/compare-designs.ts';
import { escapeHtml } from './chart.ts';
import { count, time } from './format.ts';

const COLUMNS: readonly (readonly [title: string, value: (result: RushResult) => string])[] = [
  ['design', ({ design }) => design],
  ['all taken', ({ soldOutMs }) => (soldOutMs === undefined ? 'never' : time(soldOutMs))],
  ['orders/s', ({ ordersPerSecond }) => ordersPerSecond.toFixed(ordersPerSecond < 10 ? 1 : 0)],
  ['50 %', ({ p50 }) => time(p50)],
  ['95 %', ({ p95 }) => time(p95)],
  ['got one', ({ taken }) => count(taken)],
  ['refused', ({ refused }) => count(refused)],
  ['gave up', ({ failed }) => count(failed)],
  ['aborted', ({ aborted }) => count(aborted)],
  ['reads', ({ readsPerLoser }) => readsPerLoser.toFixed(1)],
  ['writes', ({ writesPerLoser }) => writesPerLoser.toFixed(1)],
  ['left', ({ left }) => count(left)],
];

/** Lines for the terminal. */
export function formatDesigns(results: readonly RushResult[]): string[] {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...results.map((each) => COLUMNS.map(([, value]) => value(each))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join('  '),
  );
}

/** A section of the page. */
export function renderDesigns(results: readonly RushResult[]): string {
  const head = COLUMNS.map(([title]) => `<th scope="col">${title}</th>`).join('');
  const rows = results.map((each) => {
    const [first = '', ...cells] = COLUMNS.map(([, value]) => escapeHtml(value(each)));
    return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<section>
<h2>Four ways to keep the stock</h2>
<p>Prototypes of “take so many units of a size” under the same arrivals and limits, without faults.
50 % and 95 % are when an answer came; reads and writes are those of a person who got none.</p>
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>
</section>`;
}
