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
/** Characters of JSON that the fields of one commit take in its span. */
const MAX_FIELD_CHARACTERS = 64 * 1024;
/** Documents that a span names; of a larger commit it has the number besides. */
const MAX_DOCUMENTS = 500;

/**
 * Adds to the span of each commit what it has changed: an event `create`, `update` or `delete` per
 * document, with its fields before and after. Their names and columns are in
 * packages/event-log/README.md; who reads them shows a document's history. A commit that no request
 * has caused (a TTL policy, an import) is a trace of its own.
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
 * What the extension Trigger Email sends when this document is created
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

/** Every change of a commit has the same principal. */
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
 * The fields before and after as JSON; undefined when they are longer than `limit` characters
 * together.
 */
function fieldsOf(change: CommittedChange, limit: number): FieldsOfChange | undefined {
  // JSON is rarely shorter than what is stored: a large document is not encoded to find out.
  if ((change.beforeBytes ?? 0) + (change.afterBytes ?? 0) > limit) return undefined;
  const before = jsonOf(change.before);
  const after = jsonOf(change.after);
  const length = (before?.length ?? 0) + (after?.length ?? 0);
  return length > limit ? undefined : { attributes: { before, after }, length };
}

function jsonOf(document: Document | undefined): string | undefined {
  return document === undefined ? undefined : JSON.stringify(fieldsToJson(document.fields));
}
