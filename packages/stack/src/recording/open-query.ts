import { EventLogError, type Query, queryEventLog } from '../../../event-log/recording/query.ts';
import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';

/**
 * Runs read-only SQL on a stack's event log. Rejects with a UserError that contains the event log's
 * message for invalid SQL, or that explains how to start the event log.
 */
export function openQuery(port: number): Query {
  return async (sql, params) => {
    try {
      return await queryEventLog(serverUrl(port), sql, params);
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      throw new UserError(
        error.message,
        error.isRunning
          ? 'For the columns, see: savepoint help query'
          : "If it was stopped, start it on Studio's page Overview or with: npx savepoint server start eventLog. If it never ran, start the stack again without SAVEPOINT_EVENT_LOG=0.",
      );
    }
  };
}
