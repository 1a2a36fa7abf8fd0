// `npm run simulate`: the sale of a limited edition in virtual time, as a line and as a draw,
// beside a stock in a single document. It prints the figures, writes a report, and fails if the
// books do not balance; then it looks for the smallest drop that fails in the same way.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatCommand, parseCommand, USAGE, UsageError } from './drop-options.ts';
import { formatDesigns } from './report/design-table.ts';
import { printSummary } from './report/print-summary.ts';
import { type ReportedRun, renderReport, reportDrop, reportRush } from './report/render-report.ts';
import { type DropOptions, type DropResult, runDrop } from './shop/run-drop.ts';
import { summarize } from './shop/summary.ts';
import { shrink } from './shrink.ts';
import { DESIGNS, type RushResult, runRush } from './stock/compare-designs.ts';
import { SINGLE_DOCUMENT } from './stock/single-document.ts';

const DESIGN_LISTS = { bad: [SINGLE_DOCUMENT], all: DESIGNS, none: [] };

async function main(): Promise<boolean> {
  const { drops, seeds, report, log, designs } = parseCommand(process.argv.slice(2));
  if (seeds > 1) return searchSeeds(drops, seeds);
  const lines: string[] = [];
  const results: DropResult[] = [];
  const runs: ReportedRun[] = [];
  for (const drop of drops) {
    const before = process.cpuUsage();
    const result = await runDrop(drop, log === undefined ? undefined : (line) => lines.push(line));
    const { user, system } = process.cpuUsage(before);
    const summary = summarize(result);
    printSummary(result, summary, (user + system) / 1e6);
    console.log();
    results.push(result);
    runs.push(reportDrop(result, summary));
  }
  const [drop] = drops;
  const rushes: RushResult[] = [];
  if (drop !== undefined)
    for (const design of DESIGN_LISTS[designs]) {
      const rush = await runRush(design, { ...drop, faults: [] });
      rushes.push(rush);
      if (design === SINGLE_DOCUMENT) runs.push(reportRush(rush, drop));
    }
  if (rushes.length > 0) console.log(`${formatDesigns(rushes).join('\n')}\n`);
  write(report, renderReport(runs, rushes));
  console.log(`Report: ${report}`);
  if (log !== undefined) write(log, `${lines.join('\n')}\n`);
  const failed = results.find(({ problems }) => problems.length > 0);
  return failed === undefined || explain(failed);
}

async function searchSeeds(first: readonly DropOptions[], seeds: number): Promise<boolean> {
  for (let index = 0; index < seeds; index += 1)
    for (const drop of first) {
      const result = await runDrop({ ...drop, seed: drop.seed + index });
      if (result.problems.length > 0) return explain(result);
    }
  console.log(`The books of ${seeds * first.length} drops balance.`);
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
