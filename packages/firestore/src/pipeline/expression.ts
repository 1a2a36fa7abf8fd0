import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { Result, Row, Variables } from './row.ts';

/** The documents that a source reads, by paths below the database. */
export type DocumentSource =
  | { readonly kind: 'collection'; readonly path: string }
  | { readonly kind: 'collection-group'; readonly collectionId: string; readonly ancestor: string }
  | { readonly kind: 'database' }
  | { readonly kind: 'documents'; readonly paths: readonly string[] };

/** The database, as needed by a running pipeline. */
export interface PipelineReader {
  /** 'projects/P/databases/D' */
  readonly database: string;
  /** The time at which the pipeline reads, and the value of current_timestamp(). */
  readonly readTime: Micros;
  /**
   * The documents of an authorized source in name order; for 'documents', in the order of the
   * paths.
   */
  read(source: DocumentSource): Iterable<StoredDocument>;
  /**
   * Authorizes a source that is known only at run time: the subcollection of a row. Throws
   * PERMISSION_DENIED.
   */
  authorize(source: DocumentSource): void;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/**
 * The context of a pipeline's rows: the reader, the variables of the outer pipelines, and the outer
 * row.
 */
export interface Environment {
  readonly reader: PipelineReader;
  readonly variables: Variables;
  /** The row for which a subquery runs. */
  readonly outerRow: Row | undefined;
}

/** A compiled expression. Throws EvaluationError. */
export type Expression = (row: Row, environment: Environment) => Result;

/** A compiled stage: maps input rows to output rows. A source ignores its input. */
export type Stage = (rows: Iterable<Row>, environment: Environment) => Iterable<Row>;

/** The rows of a pipeline. */
export function runStages(stages: readonly Stage[], environment: Environment): Iterable<Row> {
  let rows: Iterable<Row> = [];
  for (const stage of stages) rows = stage(rows, environment);
  return rows;
}
