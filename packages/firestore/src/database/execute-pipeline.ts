import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type CompiledPipeline, runPipeline } from '../pipeline/compile-pipeline.ts';
import type { PipelineReader } from '../pipeline/expression.ts';
import type { AnalyzedSource } from '../pipeline/parser.ts';
import type { Row } from '../pipeline/row.ts';
import { sourceQuery } from '../pipeline/source-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Principal } from './access-control.ts';
import type { Database } from './database.ts';
import { matchingDocuments } from './execute-query.ts';
import type { ReadSnapshot } from './read-snapshot.ts';

/**
 * Authorizes and locks the sources of a pipeline and, if `isRun` is set, runs it. The rows are
 * complete: later commits do not affect them. Throws PERMISSION_DENIED, and INVALID_ARGUMENT for an
 * expression that cannot be evaluated.
 */
export async function executePipeline(
  database: Database,
  pipeline: CompiledPipeline,
  snapshot: ReadSnapshot,
  principal: Principal,
  isRun: boolean,
): Promise<readonly Row[]> {
  if (pipeline.sources.length === 0) checkSourceless(database, principal);
  const named = new Map<string, StoredDocument | undefined>();
  const budget = database.access.newAccessBudget();
  for (const { source, stages } of pipeline.sources) {
    if (source.kind === 'documents') {
      for (const path of source.paths) {
        named.set(path, await database.get(path, snapshot, principal, budget));
      }
    } else {
      authorize(database, { source, stages }, snapshot, principal);
    }
  }
  if (!isRun) return [];
  return runPipeline(pipeline, createReader(database, snapshot, principal, named));
}

/** A pipeline of literals reads nothing that rules could decide on, so rules cannot allow it. */
function checkSourceless(database: Database, principal: Principal): void {
  if (principal.kind === 'owner' || !database.access.ruleset(database.projectId)) return;
  throw new RpcError(
    StatusCode.PERMISSION_DENIED,
    'A pipeline that reads no collection or document cannot be allowed by security rules.',
  );
}

/** Authorizes and locks a source that is not a list of documents. */
function authorize(
  database: Database,
  { source, stages }: AnalyzedSource,
  snapshot: ReadSnapshot,
  principal: Principal,
): void {
  if (source.kind === 'documents') throw invalidArgument('Documents are authorized one by one.');
  const { parent, query: message } = sourceQuery(source, stages);
  // The whole source is locked, because a pipeline's condition does not always mean the same as a
  // filter.
  const query = parseQuery({ ...message, where: undefined }, database.name, parent);
  database.authorizeQuery(query, message, snapshot, principal);
}

function createReader(
  database: Database,
  snapshot: ReadSnapshot,
  principal: Principal,
  named: ReadonlyMap<string, StoredDocument | undefined>,
): PipelineReader {
  return {
    database: database.name,
    readTime: snapshot.readTime,
    random: Math.random,
    authorize: (source) => authorize(database, { source, stages: [] }, snapshot, principal),
    read: (source) => {
      if (source.kind === 'documents') {
        return source.paths.map((path) => named.get(path)).filter((document) => document !== undefined);
      }
      const { parent, query } = sourceQuery(source, []);
      return matchingDocuments(database.store, parseQuery(query, database.name, parent), snapshot.version);
    },
  };
}
