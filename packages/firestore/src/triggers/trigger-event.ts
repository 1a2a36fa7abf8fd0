import { toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { EventRequest } from '@savepoint/server/http/trigger-delivery';
import { formatFieldPath } from '../core/field-path.ts';
import { type Document, DocumentSchema, type Value } from '../gen/google/firestore/v1/document_pb.js';
import { documentToJson, type Json, valueToJson } from '../transport/value-json.ts';
import type { ChangeKind, Trigger } from './trigger.ts';

/**
 * The author of a change, for triggers `.withAuthContext`: the CloudEvent attributes authtype and
 * authid. The types are those of AuthType in firebase-functions, which has none for end users; they
 * are `unknown`, with their uid.
 */
export interface AuthContext {
  readonly type: 'service_account' | 'system' | 'unauthenticated' | 'unknown';
  readonly id?: string;
}

/** The change of one document in one commit. */
export interface ChangeEvent {
  /** The event id, equal for all triggers and attempts, so that functions can be idempotent. */
  readonly id: string;
  readonly projectId: string;
  readonly databaseId: string;
  /** Path below /documents, e.g. 'products/p1'. */
  readonly path: string;
  readonly kind: ChangeKind;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  /** RFC 3339. */
  readonly time: string;
  readonly authContext: AuthContext;
}

const DATA_SCHEMA =
  'https://github.com/googleapis/google-cloudevents/blob/main/proto/google/events/cloud/firestore/v1/data.proto';

type Fields = { readonly [name: string]: Value };

function mapFields(value: Value | undefined): Fields | undefined {
  return value?.valueType.case === 'mapValue' ? value.valueType.value.fields : undefined;
}

/** The paths of the fields that differ, compared recursively if both values are maps. */
function changedPaths(before: Fields, after: Fields, prefix = ''): string[] {
  const paths: string[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [oldValue, newValue] = [before[name], after[name]];
    const path = prefix + formatFieldPath([name]);
    const [oldMap, newMap] = [mapFields(oldValue), mapFields(newValue)];
    if (oldMap !== undefined && newMap !== undefined) {
      paths.push(...changedPaths(oldMap, newMap, `${path}.`));
    } else {
      const oldJson = JSON.stringify(oldValue && valueToJson(oldValue));
      if (oldJson !== JSON.stringify(newValue && valueToJson(newValue))) paths.push(path);
    }
  }
  return paths.sort();
}

/** The field paths of an event's update mask; empty for creates and deletes. */
export function updateMask({ before, after }: Pick<ChangeEvent, 'before' | 'after'>): string[] {
  return before === undefined || after === undefined ? [] : changedPaths(before.fields, after.fields);
}

function v1Request(trigger: Trigger, event: ChangeEvent): EventRequest {
  const mask = updateMask(event);
  const data: Json = {
    value: event.after === undefined ? {} : documentToJson(event.after),
    ...(event.before !== undefined && { oldValue: documentToJson(event.before) }),
    updateMask: mask.length === 0 ? {} : { fieldPaths: mask },
  };
  const name = `projects/${event.projectId}/databases/${event.databaseId}/documents/${event.path}`;
  const context = {
    eventId: event.id,
    timestamp: event.time,
    eventType: trigger.eventType,
    resource: { name, service: 'firestore.googleapis.com' },
  };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data, context }) };
}

/**
 * Encodes google.events.cloud.firestore.v1.DocumentEventData: value = 1, old_value = 2, update_mask
 * = 3 { field_paths = 1 }. Its Document has the field numbers of google.firestore.v1.Document.
 */
function eventData(event: ChangeEvent): Uint8Array {
  const writer = new BinaryWriter();
  const field = (number: number, bytes: Uint8Array): void => {
    writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  };
  if (event.after !== undefined) field(1, toBinary(DocumentSchema, event.after));
  if (event.before !== undefined) field(2, toBinary(DocumentSchema, event.before));
  const mask = updateMask(event);
  if (mask.length > 0) {
    const paths = new BinaryWriter();
    for (const path of mask) paths.tag(1, WireType.LengthDelimited).string(path);
    field(3, paths.finish());
  }
  return writer.finish();
}

/**
 * Percent-encodes characters that HTTP headers cannot contain. Receivers do not decode, so
 * printable ASCII is unchanged.
 */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/gu, encodeURIComponent);
}

function v2Request(trigger: Trigger, event: ChangeEvent): EventRequest {
  const withAuth = trigger.eventType.endsWith('.withAuthContext');
  return {
    headers: {
      'content-type': 'application/protobuf',
      'ce-specversion': '1.0',
      'ce-type': trigger.eventType,
      'ce-source': `//firestore.googleapis.com/projects/${event.projectId}/databases/${event.databaseId}`,
      'ce-id': event.id,
      'ce-subject': headerText(`documents/${event.path}`),
      'ce-time': event.time,
      'ce-datacontenttype': 'application/protobuf',
      'ce-dataschema': DATA_SCHEMA,
      'ce-location': 'us-central1',
      'ce-project': event.projectId,
      'ce-database': event.databaseId,
      'ce-namespace': '(default)',
      'ce-document': headerText(event.path),
      ...(withAuth && { 'ce-authtype': event.authContext.type }),
      ...(withAuth &&
        event.authContext.id !== undefined && { 'ce-authid': headerText(event.authContext.id) }),
    },
    // The Functions emulator expects base64 text; raw bytes would make its request hang.
    body: Buffer.from(eventData(event)).toString('base64'),
  };
}

/**
 * The request that invokes the trigger: JSON for v1, a CloudEvent in binary content mode for v2.
 * With a `traceparent`, the function continues that trace.
 */
export function eventRequest(trigger: Trigger, event: ChangeEvent, traceparent?: string): EventRequest {
  const request = trigger.version === 1 ? v1Request(trigger, event) : v2Request(trigger, event);
  if (traceparent === undefined) return request;
  // The HTTP header and, for v2, the CloudEvents extension attribute that functions receive as
  // `event.traceparent`.
  const attribute = trigger.version === 1 ? {} : { 'ce-traceparent': traceparent };
  return { ...request, headers: { ...request.headers, traceparent, ...attribute } };
}
