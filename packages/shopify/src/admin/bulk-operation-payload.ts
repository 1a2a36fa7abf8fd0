import type { BulkOperation } from './bulk-operation.ts';

/** Formats the body of the `bulk_operations/finish` webhook, which has lowercase enum values. */
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
