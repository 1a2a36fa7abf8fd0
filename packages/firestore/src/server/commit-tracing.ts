import {
  type Attributes,
  activeSpan,
  type Span,
  type SpanSink,
  startTrace,
} from '@savepoint/server/core/tracing';
import { microsToTimestamp } from '../core/commit-time.ts';
import type { CommitRecord, CommittedChange, FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';
import { fieldsToJson, timestampToJson } from '../transport/value-json.ts';

const SPAN_NAME = 'apply commit';
/** The maximum JSON length of one commit's fields in its span, in characters. */
const MAX_FIELD_CHARACTERS = 64 * 1024;
/** The maximum number of documents listed in a span; larger commits also record their number. */
const MAX_DOCUMENTS = 500;

/**
 * Adds to the span of each commit an event `create`, `update` or `delete` per document, with its
 * fields before and after, from which the history of a document can be read. Their names and
 * columns are documented in packages/event-log/README.md. A commit without a request (a TTL policy,
 * an import) gets its own trace.
 */
export function traceCommits(emulator: FirestoreEmulator, sink: SpanSink): void {
  emulator.onCommit((commit) => {
    const active = activeSpan();
    const span = active ?? startTrace(sink, SPAN_NAME, undefined);
    describeCommit(span, commit);
    for (const { name, before, after } of commit.changes) {
      const email = before === undefined ? emailOf(after) : undefined;
      if (email === undefined) continue;
      const path = relativePath(commit, name);
      span
        .child(`email ${email['email.subject'] ?? path}`, {
          kind: 'producer',
          attributes: { document: path, ...email },
        })
        .end();
    }
    if (active === undefined) span.end();
  });
}

function describeCommit(span: Span, { database, commitTime, changes }: CommitRecord): void {
  const described = changes.slice(0, MAX_DOCUMENTS);
  let remaining = MAX_FIELD_CHARACTERS;
  let isTruncated = described.length < changes.length;
  for (const change of described) {
    const fields = fieldsOf(change, remaining);
    remaining -= fields?.length ?? 0;
    isTruncated ||= fields === undefined;
    span.event(kindOf(change), {
      path: relativePath({ database }, change.name),
      before_bytes: change.beforeBytes,
      after_bytes: change.afterBytes,
      ...(fields?.attributes ?? { truncated: true }),
    });
  }
  span.set({
    database,
    commit_time: timestampToJson(microsToTimestamp(commitTime)),
    documents: changes.length,
    ...(isTruncated && { truncated: true }),
    ...principalOf(changes),
  });
}

function relativePath({ database }: Pick<CommitRecord, 'database'>, name: string): string {
  return name.slice(database.length + '/documents/'.length);
}

/**
 * The email that the extension Trigger Email sends when this document is created
 * (https://extensions.dev/extensions/firebase/firestore-send-email): it has recipients, and a
 * message or a template. Undefined for other documents.
 */
function emailOf(document: Document | undefined): Attributes | undefined {
  const { fields = {} } = document ?? {};
  const { message, template } = fields;
  const hasRecipients = ['to', 'toUids', 'cc', 'ccUids', 'bcc', 'bccUids'].some((name) =>
    Object.hasOwn(fields, name),
  );
  if (!hasRecipients || (message ?? template)?.valueType.case !== 'mapValue') return undefined;
  const textOf = (map: Value | undefined, name: string) => {
    const value =
      map?.valueType.case === 'mapValue' ? map.valueType.value.fields[name]?.valueType : undefined;
    return value?.case === 'stringValue' ? value.value : undefined;
  };
  return { 'email.subject': textOf(message, 'subject'), 'email.template': textOf(template, 'name') };
}

function kindOf({ before, after }: CommittedChange): string {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

/** All changes of a commit have the same principal. */
function principalOf([first]: readonly CommittedChange[]): Attributes {
  if (first?.principal.kind !== 'client') return { principal: first?.principal.kind };
  const { auth } = first.principal;
  return auth === null ? { principal: 'guest' } : { principal: 'user', user_id: auth.uid };
}

interface FieldsOfChange {
  readonly attributes: Attributes;
  readonly length: number;
}

/**
 * The fields before and after as JSON; undefined if they are longer than `limit` characters in
 * total.
 */
function fieldsOf(change: CommittedChange, limit: number): FieldsOfChange | undefined {
  // JSON is rarely shorter than the stored form, so a large document is not encoded just to measure
  // it.
  if ((change.beforeBytes ?? 0) + (change.afterBytes ?? 0) > limit) return undefined;
  const before = jsonOf(change.before);
  const after = jsonOf(change.after);
  const length = (before?.length ?? 0) + (after?.length ?? 0);
  return length > limit ? undefined : { attributes: { before, after }, length };
}

function jsonOf(document: Document | undefined): string | undefined {
  return document === undefined ? undefined : JSON.stringify(fieldsToJson(document.fields));
}
