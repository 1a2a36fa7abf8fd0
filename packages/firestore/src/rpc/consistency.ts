import { timestampToMicros } from '../core/commit-time.ts';
import type { Consistency } from '../database/read-snapshot.ts';
import type { TransactionMode } from '../database/transaction.ts';
import type { TransactionOptions } from '../gen/google/firestore/v1/common_pb.js';
import type { RunQueryRequest } from '../gen/google/firestore/v1/firestore_pb.js';

type Selector = RunQueryRequest['consistencySelector'];

/** Decodes a request's consistency_selector; unset, it selects the current state. */
export function parseConsistency(selector: Selector): Consistency {
  switch (selector.case) {
    case 'readTime':
      return { kind: 'read-time', readTime: timestampToMicros(selector.value) };
    case 'transaction':
      return selector.value.length === 0 ? { kind: 'current' } : { kind: 'transaction', id: selector.value };
    case 'newTransaction':
      return { kind: 'new-transaction', mode: parseTransactionMode(selector.value) };
    default:
      return { kind: 'current' };
  }
}

/** Decodes TransactionOptions: read-write unless read_only is set. */
export function parseTransactionMode(options: TransactionOptions | undefined): TransactionMode {
  if (options?.mode.case !== 'readOnly') return { readOnly: false, readTime: undefined };
  const { consistencySelector } = options.mode.value;
  const readTime =
    consistencySelector.case === 'readTime' ? timestampToMicros(consistencySelector.value) : undefined;
  return { readOnly: true, readTime };
}
