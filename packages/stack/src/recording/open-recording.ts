// What a running stack has recorded, read for its project: the client of the event log
// (packages/event-log/recording) with the files that rules and advice refer to.
import { relative } from 'node:path';
import type { Advice } from '../../../event-log/recording/advice.ts';
import { type Denial, readDenial, readDenials } from '../../../event-log/recording/denial.ts';
import { EventLogError, type Query, queryEventLog } from '../../../event-log/recording/query.ts';
import { readAdvice } from '../../../event-log/recording/read-advice.ts';
import { serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { firestoreRules } from '../emulators/initial-rules.ts';
import { UserError } from '../user-error.ts';
import { indexSourceLines } from './source-lines.ts';

export { formatDenial } from '../../../event-log/recording/denial.ts';
export { formatAdvice } from '../../../event-log/recording/format-advice.ts';
export { asObjects, type QueryTable } from '../../../event-log/recording/query.ts';
export { formatTrace, readTrace } from '../../../event-log/recording/trace.ts';

/** What a stack has recorded. Its methods reject as `openQuery` says. */
interface Recording {
  /** The last denied request, of a trace or of all; undefined when there is none. */
  readDenial(traceId?: string): Promise<Denial | undefined>;
  /** The denied requests, the first one first. */
  readDenials(): Promise<readonly Denial[]>;
  readAdvice(): Promise<Advice>;
}

/**
 * Runs read-only SQL on the event log of a stack. Rejects with a UserError that has its message for
 * SQL that it rejects, or says how to start it.
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
          ? 'The columns are in: savepoint help query'
          : "If it was stopped, start it on Studio's page Overview or with: npx savepoint server start eventLog. If it never ran, start the stack again without SAVEPOINT_EVENT_LOG=0.",
      );
    }
  };
}

/** The recording of a project's stack, whose event log has this port. */
export function openRecording(project: Project, port: number): Recording {
  const query = openQuery(port);
  const { folder, firebase } = project;
  const { indexes, rules } = firebase.firestore ?? {};
  const rulesFiles = {
    firestore: firestoreRules(firebase.firestore).map((each) => relative(folder, each.rules)),
    storage: firebase.storage.flatMap((each) => (each.rules ? [relative(folder, each.rules)] : [])),
    database: (firebase.database ?? []).flatMap((each) => (each.rules ? [relative(folder, each.rules)] : [])),
  };
  return {
    readDenial: (traceId) => readDenial(query, rulesFiles, traceId),
    readDenials: () => readDenials(query, rulesFiles),
    readAdvice: () =>
      readAdvice(query, { folder, indexes, rules, findCollection: indexSourceLines(project) }),
  };
}
