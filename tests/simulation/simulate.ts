// `npm run simulate`: a day on which a limited edition is sold, in virtual time. It prints the
// figures, writes a report, and fails when the books do not balance; then it looks for the smallest
// drop that fails in the same way.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatCommand, parseCommand, USAGE, UsageError } from './drop-options.ts';
import { formatDesigns } from './report/design-table.ts';
import { printSummary } from './report/print-summary.ts';
import { renderReport } from './report/render-report.ts';
import { type DropOptions, type DropResult, runDrop } from './shop/run-drop.ts';
import { summarize } from './shop/summary.ts';
import { shrink } from './shrink.ts';
import { DESIGNS, type RushResult, runRush } from './stock/compare-designs.ts';

async function main(): Promise<boolean> {
  const { drop, seeds, report, log, comparesDesigns } = parseCommand(process.argv.slice(2));
  if (seeds > 1) return searchSeeds(drop, seeds);
  const lines: string[] = [];
  const startedAt = performance.now();
  const result = await runDrop(drop, log === undefined ? undefined : (line) => lines.push(line));
  const seconds = (performance.now() - startedAt) / 1000;
  const summary = summarize(result);
  printSummary(result, summary, seconds);
  const designs: RushResult[] = [];
  if (comparesDesigns)
    for (const design of DESIGNS) designs.push(await runRush(design, { ...drop, faults: [] }));
  if (comparesDesigns) console.log(`\n${formatDesigns(designs).join('\n')}\n`);
  write(report, renderReport({ name: 'The shop: one document for all sizes', result, summary }, designs));
  console.log(`Report: ${report}`);
  if (log !== undefined) write(log, `${lines.join('\n')}\n`);
  return result.problems.length === 0 || explain(result);
}

async function searchSeeds(first: DropOptions, seeds: number): Promise<boolean> {
  for (let index = 0; index < seeds; index += 1) {
    const result = await runDrop({ ...first, seed: first.seed + index });
    if (result.problems.length > 0) return explain(result);
  }
  console.log(`The books of ${seeds} drops balance.`);
  return true;
}

async function explain({ options, problems, lastLines }: DropResult): Promise<false> {
  console.error(`The books do not balance:\n  ${problems.join('\n  ')}\n${formatCommand(options)}`);
  const smallest = await shrink(options, async (smaller) => (await runDrop(smaller)).problems.length > 0);
  const { problems: left } = smallest === options ? { problems } : await runDrop(smallest);
  console.error(`\nThe smallest drop that fails, to be kept in kept-drops.ts:\n${formatCommand(smallest)}`);
  console.error(`  ${left.join('\n  ')}\n${smallest === options ? lastLines.slice(-20).join('\n') : ''}`);
  return false;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
