// Messages with documents or values are encoded by hand for speed and because of -0 (see
// value-json.ts), all others by the generic encoder.

import { create, type DescMessage, type MessageShape, toJson } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';
import type {
  BatchGetDocumentsResponse,
  BatchWriteResponse,
  CommitResponse,
  ListDocumentsResponse,
  ListenResponse,
  PartitionQueryResponse,
  RunAggregationQueryResponse,
  RunQueryResponse,
  WriteResponse,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { ExplainMetricsSchema } from '../gen/google/firestore/v1/query_profile_pb.js';
import type { WriteResult } from '../gen/google/firestore/v1/write_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import {
  bytesToJson,
  documentToJson,
  fieldsToJson,
  type Json,
  timestampToJson,
  valueToJson,
} from './value-json.ts';

type JsonObject = { [name: string]: Json };

function withTime(json: JsonObject, name: string, time: Timestamp | undefined): JsonObject {
  if (time !== undefined) json[name] = timestampToJson(time);
  return json;
}

function withBytes(json: JsonObject, name: string, bytes: Uint8Array): JsonObject {
  if (bytes.length > 0) json[name] = bytesToJson(bytes);
  return json;
}

function writeResultToJson({ updateTime, transformResults }: WriteResult): Json {
  const json = withTime({}, 'updateTime', updateTime);
  if (transformResults.length > 0) json.transformResults = transformResults.map(valueToJson);
  return json;
}

function writeResultsToJson(results: readonly WriteResult[]): JsonObject {
  return results.length === 0 ? {} : { writeResults: results.map(writeResultToJson) };
}

function batchGetToJson({ result, transaction, readTime }: BatchGetDocumentsResponse): Json {
  const json: JsonObject = {};
  if (result.case === 'found') json.found = documentToJson(result.value);
  if (result.case === 'missing') json.missing = result.value;
  return withTime(withBytes(json, 'transaction', transaction), 'readTime', readTime);
}

function runQueryToJson(response: RunQueryResponse): Json {
  const json = withBytes({}, 'transaction', response.transaction);
  if (response.document !== undefined) json.document = documentToJson(response.document);
  withTime(json, 'readTime', response.readTime);
  if (response.skippedResults !== 0) json.skippedResults = response.skippedResults;
  if (response.continuationSelector.case === 'done') json.done = response.continuationSelector.value;
  if (response.explainMetrics !== undefined) {
    json.explainMetrics = toJson(ExplainMetricsSchema, response.explainMetrics) as Json;
  }
  return json;
}

function aggregationToJson(response: RunAggregationQueryResponse): Json {
  const json: JsonObject = {};
  if (response.result !== undefined) {
    json.result = { aggregateFields: fieldsToJson(response.result.aggregateFields) };
  }
  withTime(withBytes(json, 'transaction', response.transaction), 'readTime', response.readTime);
  if (response.explainMetrics !== undefined) {
    json.explainMetrics = toJson(ExplainMetricsSchema, response.explainMetrics) as Json;
  }
  return json;
}

function listDocumentsToJson({ documents, nextPageToken }: ListDocumentsResponse): Json {
  return {
    ...(documents.length > 0 && { documents: documents.map(documentToJson) }),
    ...(nextPageToken !== '' && { nextPageToken }),
  };
}

function partitionToJson({ partitions, nextPageToken }: PartitionQueryResponse): Json {
  const cursors = partitions.map(({ values, before }) => ({
    ...(values.length > 0 && { values: values.map(valueToJson) }),
    ...(before && { before }),
  }));
  return {
    ...(cursors.length > 0 && { partitions: cursors }),
    ...(nextPageToken !== '' && { nextPageToken }),
  };
}

function writeToJson(response: WriteResponse): Json {
  const json: JsonObject = response.streamId === '' ? {} : { streamId: response.streamId };
  withBytes(json, 'streamToken', response.streamToken);
  return withTime(
    Object.assign(json, writeResultsToJson(response.writeResults)),
    'commitTime',
    response.commitTime,
  );
}

/**
 * A document change; undefined for all other listen responses, which the generic encoder handles.
 */
function documentChangeToJson({ responseType }: ListenResponse): Json | undefined {
  if (responseType.case !== 'documentChange') return undefined;
  const { document, targetIds, removedTargetIds } = responseType.value;
  return {
    documentChange: {
      ...(document && { document: documentToJson(document) }),
      ...(targetIds.length > 0 && { targetIds }),
      ...(removedTargetIds.length > 0 && { removedTargetIds }),
    },
  };
}

const ENCODERS: { readonly [typeName: string]: (message: never) => Json | undefined } = {
  'google.firestore.v1.Document': (message: Document) => documentToJson(message),
  'google.firestore.v1.Value': (message: Value) => valueToJson(message),
  'google.firestore.v1.BatchGetDocumentsResponse': batchGetToJson,
  'google.firestore.v1.RunQueryResponse': runQueryToJson,
  'google.firestore.v1.RunAggregationQueryResponse': aggregationToJson,
  'google.firestore.v1.ListDocumentsResponse': listDocumentsToJson,
  'google.firestore.v1.PartitionQueryResponse': partitionToJson,
  'google.firestore.v1.CommitResponse': ({ writeResults, commitTime }: CommitResponse) =>
    withTime(writeResultsToJson(writeResults), 'commitTime', commitTime),
  'google.firestore.v1.WriteResponse': writeToJson,
  'google.firestore.v1.BatchWriteResponse': ({ writeResults, status }: BatchWriteResponse) => ({
    ...writeResultsToJson(writeResults),
    ...(status.length > 0 && {
      status: status.map(
        (each) =>
          toJson(StatusSchema, create(StatusSchema, { code: each.code, message: each.message })) as Json,
      ),
    }),
  }),
  'google.firestore.v1.ListenResponse': documentChangeToJson,
};

/**
 * Encodes a message of `schema` in protobuf's canonical JSON mapping. `enumsAsNumbers` encodes
 * enums as numbers.
 */
export function responseToJson<D extends DescMessage>(
  schema: D,
  message: MessageShape<D>,
  enumsAsNumbers = false,
): Json {
  const encode = ENCODERS[schema.typeName];
  return encode?.(message as never) ?? (toJson(schema, message, { enumAsInteger: enumsAsNumbers }) as Json);
}
