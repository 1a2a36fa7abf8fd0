import type { Advice } from './advice.ts';

const OPERATIONS_SHOWN = 10;

/** Formats advice and the costs of the most expensive operations as lines of text. */
export function formatAdvice({ lints, operations, pricedFor }: Advice): string {
  const advised = lints.flatMap(({ level, title, detail, source, fix }) => [
    `${level.padEnd(8)}${title}${source === null ? '' : ` (${source.file}:${source.line})`}`,
    `        ${detail} ${fix}`,
  ]);
  const costs = operations
    .slice(0, OPERATIONS_SHOWN)
    .map(
      ({ name, query, count, reads, writes, deletes, bytes, connections, dollarsPerMillion }) =>
        `${`$${dollarsPerMillion.toFixed(2)}`.padStart(10)}  ${reads.toFixed(1)} reads, ${writes.toFixed(1)} writes, ${deletes.toFixed(1)} deletes, ${(bytes / 1000).toFixed(1)} kB sent${connections > 0 ? `, ${connections.toFixed(1)} connections` : ''}  ${name}${query === null ? '' : ` of ${query}`} (${count === 1 ? 'once' : `${count} times`})`,
    );
  return [
    ...(advised.length > 0 ? advised : ['Nothing to advise on.']),
    '',
    `Cost per million times, at list prices of ${pricedFor}:`,
    ...(costs.length > 0 ? costs : ['  nothing is recorded yet']),
  ].join('\n');
}
