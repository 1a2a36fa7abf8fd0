import { create } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { executePipeline as execute } from '../database/execute-pipeline.ts';
import type { Consistency } from '../database/read-snapshot.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import {
  type ExecutePipelineRequest,
  type ExecutePipelineResponse,
  ExecutePipelineResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { compilePipeline } from '../pipeline/compile-pipeline.ts';
import { rowMessage } from '../pipeline/row-message.ts';
import { parseConsistency } from './consistency.ts';
import { explainPipeline } from './explain-pipeline.ts';
import type { CallContext } from './firestore-service.ts';
import { parsePipelineOptions } from './pipeline-options.ts';
import { principalOf } from './principal.ts';

/** Rows per response. */
const BATCH_SIZE = 100;

/** ExecutePipeline of google.firestore.v1.Firestore: batches of rows, at least one response. */
export async function* executePipeline(
  emulator: FirestoreEmulator,
  request: ExecutePipelineRequest,
  call: CallContext,
): AsyncGenerator<ExecutePipelineResponse> {
  if (emulator.edition !== 'enterprise') {
    throw new RpcError(
      StatusCode.FAILED_PRECONDITION,
      'Pipelines need the enterprise edition of Firestore: set "edition": "enterprise" for firestore in ' +
        'firebase.json, or start savepoint-firestore with --database-edition enterprise.',
    );
  }
  if (request.pipelineType.case !== 'structuredPipeline') {
    throw invalidArgument('structured_pipeline is required.');
  }
  const database = emulator.database(request.database);
  const { pipeline: message, options } = request.pipelineType.value;
  if (message === undefined) throw invalidArgument('structured_pipeline.pipeline is required.');
  const { mode, format } = parsePipelineOptions(options);
  const pipeline = compilePipeline(message, database.name);
  const snapshot = database.resolveConsistency(parsePipelineConsistency(request), call.connection);
  let isTransactionSent = snapshot.newTransaction === undefined;
  try {
    const started = performance.now();
    const rows = await execute(database, pipeline, snapshot, principalOf(call), mode !== 'explain');
    const milliseconds = performance.now() - started;
    const executionTime = microsToTimestamp(snapshot.readTime);
    for (let start = 0; start === 0 || start < rows.length; start += BATCH_SIZE) {
      const response = create(ExecutePipelineResponseSchema, { executionTime });
      response.results = rows.slice(start, start + BATCH_SIZE).map(rowMessage);
      if (start === 0 && snapshot.newTransaction) response.transaction = snapshot.newTransaction;
      if (mode !== 'execute' && start + BATCH_SIZE >= rows.length) {
        const execution = mode === 'analyze' ? { results: rows.length, milliseconds } : undefined;
        response.explainStats = explainPipeline(message, format, execution);
      }
      yield response;
      isTransactionSent = true;
    }
  } finally {
    // The client never received the transaction's id, so nobody could end it before it expires.
    if (!isTransactionSent) database.rollback(snapshot.newTransaction as Uint8Array);
  }
}

/** Unlike in query methods, a new transaction is read-only unless the request asks for writes. */
function parsePipelineConsistency({ consistencySelector: selector }: ExecutePipelineRequest): Consistency {
  if (selector.case === 'newTransaction' && selector.value.mode.case === undefined) {
    return { kind: 'new-transaction', mode: { readOnly: true, readTime: undefined } };
  }
  return parseConsistency(selector);
}
