import type { DescMessage, JsonObject } from '@bufbuild/protobuf';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { describe, expect, it } from 'vitest';
import {
  CommitRequestSchema,
  ListenRequestSchema,
  RunQueryRequestSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';

const NONE = '2026-02-30T12:00:00Z';
const commit = (value: JsonObject, more: JsonObject = {}): JsonObject => ({
  writes: [{ update: { name: 'n', fields: { f: value } }, ...more }],
});

describe('requestFromJson', () => {
  it.each<[string, DescMessage, JsonObject]>([
    ['a value', CommitRequestSchema, commit({ timestampValue: NONE })],
    ['a value by its other name', CommitRequestSchema, commit({ timestamp_value: NONE })],
    ['a time of 24:00', CommitRequestSchema, commit({ timestampValue: '2026-01-01T24:00:00Z' })],
    [
      'a value in an array in a map',
      CommitRequestSchema,
      commit({ mapValue: { fields: { a: { arrayValue: { values: [{ timestampValue: NONE }] } } } } }),
    ],
    ['a precondition', CommitRequestSchema, commit({}, { currentDocument: { updateTime: NONE } })],
    ['the read time of a query', RunQueryRequestSchema, { parent: 'p', readTime: NONE }],
    ['the read time of a target', ListenRequestSchema, { addTarget: { readTime: NONE } }],
    [
      'a filter',
      RunQueryRequestSchema,
      {
        structuredQuery: {
          where: { fieldFilter: { field: { fieldPath: 'f' }, op: 'EQUAL', value: { timestampValue: NONE } } },
        },
      },
    ],
  ])('refuses a nonexistent time in %s', (_, schema, json) => {
    expect(() => requestFromJson(schema, json)).toThrow('there is no time');
  });

  it('accepts the same text as a string and as a map key, and accepts an existing time', () => {
    const fields = {
      mapValue: { fields: { [NONE]: { stringValue: NONE }, timestampValue: { nullValue: null } } },
    };
    expect(() => requestFromJson(CommitRequestSchema, commit(fields))).not.toThrow();
    const exists = commit({ timestampValue: '2024-02-29T12:00:00.5+01:00' });
    expect(() => requestFromJson(CommitRequestSchema, exists)).not.toThrow();
  });
});
