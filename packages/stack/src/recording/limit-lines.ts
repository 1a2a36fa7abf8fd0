// Adds the line of code that wrote to the Firestore emulator's warnings about production's limits.
import { setTimeout as delay } from 'node:timers/promises';
import { asSentence, formatWriter } from '../../../event-log/recording/limits.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { openQuery } from './open-query.ts';
import { writerFinder } from './read-limits.ts';

/** packages/firestore/src/server/limit-warning.ts */
const LIMIT_WARNING = /^WARNING: limits: ([^:]+): .*?(?: \[trace ([\da-f]{32})\])?$/;
const TRACE = / \[trace [\da-f]{32}\]$/;
/** Functions and the emulator send their spans once a second. */
const SPAN_DELAY_MS = 2500;

function isLimitWarning(server: string, line: string): boolean {
  return server === 'firestore' && LIMIT_WARNING.test(line);
}

/** Receives the output lines of a stack's servers. */
interface NamedLines {
  add(server: string, line: string): void;
  /** Resolves when no warning is waiting for its line of code. */
  settled(): Promise<void>;
}

/**
 * Wraps a receiver of output lines: a warning is passed on with the line of code that wrote instead
 * of the trace id, once that is recorded.
 */
export function namingWriters(
  project: Project,
  { eventLog }: Pick<Ports, 'eventLog'>,
  onLine: (server: string, line: string) => void,
): NamedLines {
  const writerOf = writerFinder(project, openQuery(eventLog));
  const named = async (line: string) => {
    const [, subject = '', traceId] = LIMIT_WARNING.exec(line) ?? [];
    const text = line.replace(TRACE, '');
    if (traceId !== undefined) await delay(SPAN_DELAY_MS, undefined, { ref: false });
    const writer = await writerOf(subject, traceId).then(formatWriter, () => '');
    return text + asSentence(writer);
  };
  const waiting = new Set<Promise<void>>();
  return {
    add(server, line) {
      if (!isLimitWarning(server, line)) {
        onLine(server, line);
        return;
      }
      const written = named(line).then((text) => {
        waiting.delete(written);
        onLine(server, text);
      });
      waiting.add(written);
    },
    async settled() {
      await Promise.all(waiting);
    },
  };
}
