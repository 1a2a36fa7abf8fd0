import { create } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import type { DocumentAccess } from './evaluate/document-lookup.ts';
import { compileRuleset, type Ruleset } from './ruleset.ts';
import type { RulesDocument } from './runtime/document-value.ts';
import type { RulesRequest } from './runtime/request-value.ts';

/** A field value in plain JavaScript. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** Converts a plain value to a stored value; integral numbers become ints. */
export function storedValue(value: PlainValue): Value {
  if (value === null) return create(ValueSchema, { valueType: { case: 'nullValue', value: 0 } });
  if (typeof value === 'boolean') return create(ValueSchema, { valueType: { case: 'booleanValue', value } });
  if (typeof value === 'string') return create(ValueSchema, { valueType: { case: 'stringValue', value } });
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? create(ValueSchema, { valueType: { case: 'integerValue', value: BigInt(value) } })
      : create(ValueSchema, { valueType: { case: 'doubleValue', value } });
  }
  if (Array.isArray(value)) {
    return create(ValueSchema, {
      valueType: { case: 'arrayValue', value: { values: value.map(storedValue) } },
    });
  }
  return create(ValueSchema, {
    valueType: { case: 'mapValue', value: { fields: storedFields(value as Fields) } },
  });
}

type Fields = { readonly [name: string]: PlainValue };

/** Converts plain fields to stored fields. */
export function storedFields(fields: Fields): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, storedValue(value)]));
}

/** A document at a path such as 'c/x'. */
export function testDocument(path: string, fields: Fields): RulesDocument {
  return { path: path.split('/'), fields: storedFields(fields) };
}

/** A get of c/x by the signed-in user alice, with overrides. */
export function testRequest(overrides: Partial<RulesRequest> = {}): RulesRequest {
  return {
    method: 'get',
    projectId: 'demo',
    databaseId: '(default)',
    path: ['c', 'x'],
    auth: { uid: 'alice', token: { role: 'admin' } },
    time: { seconds: 1_700_000_000n, nanos: 5_000 },
    resource: null,
    newResource: null,
    ...overrides,
  };
}

/** Access to documents that are the same before and after the request. */
export function documentAccess(...documents: RulesDocument[]): DocumentAccess {
  const find = (path: readonly string[]): RulesDocument | null =>
    documents.find((document) => document.path.join('/') === path.join('/')) ?? null;
  return { get: find, getAfter: find };
}

/** A rules file with `members` in the block `match /databases/{database}/documents`. */
export function rulesFile(members: string): string {
  return `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${members}\n  }\n}\n`;
}

/** Compiles `rulesFile(members)`. Throws if it has errors. */
export function testRuleset(members: string): Ruleset {
  const { ruleset, issues } = compileRuleset(rulesFile(members), { onDebug: () => {} });
  if (ruleset === undefined) throw new Error(issues.map(({ description }) => description).join('\n'));
  return ruleset;
}
