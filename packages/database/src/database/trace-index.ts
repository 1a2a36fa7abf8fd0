import { activeSpan } from '@savepoint/server/core/tracing';
import { formatPath, type Path } from '../core/path.ts';

/**
 * Records the index that a query needs, named as in `.indexOn`, and its location. Advice compares
 * it with the rules (packages/event-log/recording/lint-database-indexes.ts).
 */
export function traceIndex(path: Path, index: string): void {
  activeSpan()?.set({ 'database.index': index, 'database.path': formatPath(path) });
}
