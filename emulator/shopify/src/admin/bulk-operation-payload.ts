// Owns the body of the webhook that tells of a bulk operation's end.

import type { BulkOperation } from './bulk-operation.ts';

/** The body of bulk_operations/finish. */
export function bulkOperationPayload(operation: BulkOperation): Record<string, unknown> {
  return {
    admin_graphql_api_id: operation.id,
    completed_at: operation.completedAt,
    created_at: operation.createdAt,
    error_code: operation.errorCode?.toLowerCase() ?? null,
    status: operation.status.toLowerCase(),
    type: 'query',
  };
}
