import {
  type LimitsAdvice,
  type LimitsReport,
  type RecordedWriter,
  readWriter,
  type Writer,
} from '../../../event-log/recording/limits.ts';
import type { Query } from '../../../event-log/recording/query.ts';
import { serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { callServer } from '../data/call-server.ts';
import { codeLines } from './code-lines.ts';
import { indexAppLines, indexSourceLines } from './source-lines.ts';

/** The number of documents in the heat map whose code is looked up. */
const MAX_WRITERS = 20;

/**
 * The limits report of a stack's Firestore emulator, with the code that wrote. `query` is undefined
 * when nothing is recorded.
 * @throws UserError when the emulator does not respond
 */
export async function readLimits(
  project: Project,
  firestorePort: number,
  query: Query | undefined,
): Promise<LimitsAdvice> {
  const report = await fetchReport(project.id, firestorePort);
  const writerOf = writerFinder(project, query);
  const { findings, heat } = report;
  const documents = await Promise.all(
    heat.documents.map(async (each, index) => ({
      ...each,
      writer: index < MAX_WRITERS ? await writerOf(each.path, each.traceId) : UNKNOWN,
    })),
  );
  return {
    ...report,
    findings: await Promise.all(
      findings.map(async (each) => ({ ...each, writer: await writerOf(each.subject, each.traceId) })),
    ),
    heat: { ...heat, documents },
  };
}

/** Used if no event log is running. */
const NOTHING: RecordedWriter = { stack: null, functionName: null, principal: null };
const UNKNOWN: Writer = { functionName: null, lines: [], isRecorded: false, isClient: false };

/** @throws UserError when the emulator does not respond */
export async function fetchReport(projectId: string, firestorePort: number): Promise<LimitsReport> {
  const url = `${serverUrl(firestorePort)}/emulator/v1/projects/${projectId}/limits`;
  return (await callServer('Firestore', 'GET', url)) as unknown as LimitsReport;
}

/**
 * Returns a function that finds the code that wrote a document, collection or field
 * (`orders.createdAt`): from the trace, or else the source line that names the collection, outside
 * of the functions if a client wrote.
 */
export function writerFinder(
  project: Project,
  query: Query | undefined,
): (subject: string, traceId: string | undefined) => Promise<Writer> {
  const linesOf = codeLines(project.folder);
  const find = {
    anywhere: lazily(() => indexSourceLines(project)),
    inApps: lazily(() => indexAppLines(project)),
  };
  return async (subject, traceId) => {
    const path = subject.replace(/(?<=^|\/)([^/.]+)\.[^/]*$/, '$1');
    const { stack, functionName, principal } =
      query === undefined || traceId === undefined
        ? NOTHING
        : await readWriter(query, traceId, path).catch(() => NOTHING);
    const recorded = stack === null ? [] : linesOf(stack);
    if (recorded.length > 0) return { functionName, lines: recorded, isRecorded: true, isClient: false };
    const isClient = principal === 'user' || principal === 'guest';
    const findCollection = isClient ? find.inApps() : find.anywhere();
    const segments = path.split('/');
    const named = findCollection(segments.at(segments.length % 2 === 0 ? -2 : -1) ?? '');
    return { functionName, lines: named === null ? [] : [named], isRecorded: false, isClient };
  };
}

function lazily<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
