// The recording of a running stack: the client of the event log (packages/event-log/recording),
// combined with the project's files that rules and advice refer to.
import { relative } from 'node:path';
import type { Advice } from '../../../event-log/recording/advice.ts';
import { type Denial, readDenial, readDenials } from '../../../event-log/recording/denial.ts';
import type { LimitsAdvice } from '../../../event-log/recording/limits.ts';
import { readAdvice } from '../../../event-log/recording/read-advice.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { databaseRules } from '../emulators/database-rules.ts';
import { usesOfficialFirestore } from '../emulators/firebase-tools.ts';
import { firestoreRules } from '../emulators/initial-rules.ts';
import { UserError } from '../user-error.ts';
import { openQuery } from './open-query.ts';
import { readLimits } from './read-limits.ts';
import { indexSourceLines } from './source-lines.ts';

export { formatDenial } from '../../../event-log/recording/denial.ts';
export { formatAdvice } from '../../../event-log/recording/format-advice.ts';
export { formatLimits } from '../../../event-log/recording/limits.ts';
export { asObjects, type QueryTable } from '../../../event-log/recording/query.ts';
export { formatTrace, readTrace } from '../../../event-log/recording/trace.ts';

/** The recording of a stack. Its methods reject like `openQuery`. */
interface Recording {
  /** The last denied request, of one trace or of all; undefined if there is none. */
  readDenial(traceId?: string): Promise<Denial | undefined>;
  /** The denied requests, oldest first. */
  readDenials(): Promise<readonly Denial[]>;
  readAdvice(): Promise<Advice>;
  /**
   * Writes that exceeded production's limits; rejects if the kit's Firestore emulator is not
   * running.
   */
  readLimits(): Promise<LimitsAdvice>;
}

interface RecordedStack {
  readonly ports: Ports | Readonly<Record<string, number>>;
  readonly servers: readonly string[];
}

/** The recording of a project's stack. */
export function openRecording(project: Project, { ports, servers }: RecordedStack): Recording {
  const query = openQuery(ports.eventLog as number);
  const hasLimits = servers.includes('firestore') && !usesOfficialFirestore(project.environment);
  const limits = () => {
    if (!hasLimits) {
      throw new UserError(
        'The stack has no Firestore emulator of the kit',
        'Start the stack with Firestore, and without FIRESTORE_EMULATOR=official.',
      );
    }
    return readLimits(project, ports.firestore as number, servers.includes('eventLog') ? query : undefined);
  };
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
    readAdvice: async () =>
      readAdvice(
        query,
        {
          folder,
          indexes,
          rules,
          database: databaseRules(project),
          findCollection: indexSourceLines(project),
        },
        hasLimits ? await limits() : undefined,
      ),
    readLimits: async () => limits(),
  };
}
