// Production's soft limits as a test: what the suites write too often is listed in
// savepoint.config.ts (expectedHotspots) with a reason, or fails the run.
import { formatRate, formatWriter } from '../../packages/event-log/recording/limits.ts';
import { openQuery } from '../../packages/stack/src/recording/open-query.ts';
import { readLimits } from '../../packages/stack/src/recording/read-limits.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { openShop } from './shop-project.ts';

/** A line for each limit that a stack has exceeded without being expected to. */
export async function listHotDocuments({ addresses }: CreatedStack): Promise<string[]> {
  const portOf = (server: string) => Number(addresses[server]?.split(':')[1]);
  const { findings, windowSeconds } = await readLimits(
    openShop(),
    portOf('firestore'),
    openQuery(portOf('eventLog')),
  );
  return findings
    .filter(({ expected }) => expected === undefined)
    .map(({ limit, subject, peakPerSecond, writer }) => {
      const count = formatRate(peakPerSecond * windowSeconds);
      return `${limit}: ${subject}, ${count} in ${windowSeconds} s, ${formatWriter(writer) || 'by a test'}`;
    });
}

/** @throws Error that lists them, when there are any */
export function expectNoHotDocuments(lines: readonly string[]): void {
  if (lines.length === 0) return;
  throw new Error(
    `The tests exceed production's limits of Firestore; change the code, or list the document with a reason in expectedHotspots of savepoint.config.ts:\n${[...new Set(lines)].map((line) => `  ${line}`).join('\n')}`,
  );
}
