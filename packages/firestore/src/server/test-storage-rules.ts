// projects.test for Storage rules. This emulator stores no objects, so the cases contain them.
import { create, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { TimestampSchema, timestampDate } from '@bufbuild/protobuf/wkt';
import { invalidArgument } from '../core/rpc-error.ts';
import { toFields } from '../core/value-message.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import {
  compileStorageRules,
  type DocumentReader,
  type StorageObject,
  type StorageRequest,
} from '../rules/storage-ruleset.ts';
import {
  decodeSegment,
  expectsAllow,
  objectOf,
  parseAuth,
  parseMethod,
  parseTime,
  type TestResult,
  type TestRulesetResponse,
} from './test-case-parts.ts';

/** https://firebase.google.com/docs/reference/security/storage#resource */
const TIMES = ['timeCreated', 'updated'] as const;

interface StorageTests {
  readonly content: string;
  readonly name: string;
  readonly cases: readonly JsonValue[];
}

/**
 * Decides Storage requests by the rules of a source. A case contains the object in `resource.data`,
 * in JSON API format, and for a write `request.resource.data`. `firestore.get()` reads the
 * emulator's default database.
 * @throws RpcError INVALID_ARGUMENT for a malformed case
 */
export async function testStorageRules(
  emulator: FirestoreEmulator,
  projectId: string,
  { content, name, cases }: StorageTests,
): Promise<TestRulesetResponse> {
  const tests = cases.map((each, index) => parseCase(each, `testCases[${index}]`));
  const { ruleset, issues } = compileStorageRules(content, { fileName: name });
  if (ruleset === undefined) return { issues };
  const view = emulator.database(`projects/${projectId}/databases/(default)`).currentView();
  const read: DocumentReader = async (path) => {
    const found = view.get(path.join('/'));
    if (found === undefined) return null;
    return toJson(DocumentSchema, create(DocumentSchema, { fields: toFields(found.fields) })) as JsonObject;
  };
  const testResults: TestResult[] = [];
  for (const { isAllowExpected, request } of tests) {
    const { explanation, debugMessages } = await ruleset.explain(request, read);
    testResults.push({
      state: explanation.allowed === isAllowExpected ? 'SUCCESS' : 'FAILURE',
      ...(debugMessages.length > 0 && { debugMessages }),
      explanation,
    });
  }
  return { ...(issues.length > 0 && { issues }), testResults };
}

interface StorageTest {
  readonly isAllowExpected: boolean;
  readonly request: StorageRequest;
}

function parseCase(json: JsonValue, where: string): StorageTest {
  const found = objectOf(json, where);
  const isAllowExpected = expectsAllow(found, where);
  const request = objectOf(found.request ?? null, `${where}.request`);
  const method = parseMethod(request.method, where);
  const isWrite = method === 'create' || method === 'update';
  return {
    isAllowExpected,
    request: {
      method,
      path: parsePath(request.path, found.pathEncoding === 'URL_ENCODED', where),
      auth: parseAuth(request.auth ?? null, where),
      time: timestampDate(create(TimestampSchema, parseTime(request.time, where))),
      resource: parseObject(found.resource ?? null, `${where}.resource`),
      newResource: isWrite ? parseObject(request.resource ?? null, `${where}.request.resource`) : null,
    },
  };
}

/** Parses `/b/BUCKET/o/a/b.png`. */
function parsePath(value: JsonValue | undefined, isEncoded: boolean, where: string): readonly string[] {
  const [root, ...segments] = typeof value === 'string' ? value.split('/') : [];
  if (root !== '' || segments[0] !== 'b' || !segments[1] || segments[2] !== 'o') {
    throw invalidArgument(`${where}.request.path must be like /b/BUCKET/o/images/a.png.`);
  }
  return isEncoded ? segments.map((each) => decodeSegment(each, where)) : segments;
}

function parseObject(json: JsonValue, where: string): StorageObject | null {
  if (json === null) return null;
  const data = objectOf(objectOf(json, where).data ?? null, `${where}.data`);
  const times = TIMES.flatMap((name) =>
    typeof data[name] === 'string' ? [[name, new Date(data[name])] as const] : [],
  );
  return { ...data, ...Object.fromEntries(times) };
}
