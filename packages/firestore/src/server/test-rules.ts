// projects.test of the Firebase Rules API on the emulator's documents: requests are decided by
// rules that are not in force, and nothing changes.
// https://firebase.google.com/docs/reference/rules/rest/v1/projects/test

import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { checkPath } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { toFields } from '../core/value-message.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import { StructuredQuerySchema } from '../gen/google/firestore/v1/query_pb.js';
import {
  compileRuleset,
  coverageReport,
  type DocumentAccess,
  type RulesDocument,
  type RulesRequest,
} from '../rules/ruleset.ts';
import { isStorageRules } from '../rules/storage-ruleset.ts';
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
import { testStorageRules } from './test-storage-rules.ts';

/** Each case compiles the source again, because its report counts only this case. */
const MAX_TEST_CASES = 100;
const FILE_NAME = 'firestore.rules';

/**
 * Decides the requests in `testSuite.testCases` by the rules in `source`, which are compiled for
 * this call only. `get()` reads the emulator's documents, and so does `resource` if a case has
 * none. Besides plain JSON in `data`, a resource may have `fields` in REST API format, which
 * supports all types; a list may have a `structuredQuery`. If the rules do not compile, the
 * response has `issues` and no results.
 * @throws RpcError INVALID_ARGUMENT for a malformed body, UNIMPLEMENTED for function mocks
 */
export async function testRules(
  emulator: FirestoreEmulator,
  projectId: string,
  body: JsonValue,
): Promise<TestRulesetResponse> {
  const root = objectOf(body, 'The body');
  const files = objectOf(root.source ?? null, 'source').files;
  if (!Array.isArray(files) || files.length !== 1) throw invalidArgument('source.files must have one file.');
  const { content, name = FILE_NAME } = objectOf(files[0] ?? null, 'source.files[0]');
  if (typeof content !== 'string') throw invalidArgument('source.files[0] has no content (a string).');
  if (typeof name !== 'string') throw invalidArgument('source.files[0].name must be a string.');
  const cases = objectOf(root.testSuite ?? {}, 'testSuite').testCases ?? [];
  if (!Array.isArray(cases)) throw invalidArgument('testSuite.testCases must be a list.');
  if (cases.length > MAX_TEST_CASES) {
    throw invalidArgument(`testSuite.testCases has ${cases.length} cases, at most ${MAX_TEST_CASES}.`);
  }
  if (isStorageRules(content)) return testStorageRules(emulator, projectId, { content, name, cases });
  const tests = cases.map((each, index) => parseCase(emulator, projectId, each, `testCases[${index}]`));
  const { ruleset, issues } = compileRuleset(content, { fileName: name });
  return {
    ...(issues.length > 0 && { issues }),
    ...(ruleset !== undefined && { testResults: tests.map((test) => runCase(test, content, name)) }),
  };
}

interface TestCase {
  readonly isAllowExpected: boolean;
  readonly isReported: boolean;
  readonly request: RulesRequest;
  readonly access: DocumentAccess;
}

function runCase(test: TestCase, content: string, fileName: string): TestResult {
  const debugMessages: string[] = [];
  const { ruleset } = compileRuleset(content, { fileName, onDebug: (text) => debugMessages.push(text) });
  if (ruleset === undefined) throw new Error('Rules that have compiled do not compile again.');
  const decision = ruleset.authorize(test.request, test.access);
  const { report = [] } = JSON.parse(coverageReport(ruleset.coverage, 'json').text) as { report?: object[] };
  return {
    state: decision.allowed === test.isAllowExpected ? 'SUCCESS' : 'FAILURE',
    ...(debugMessages.length > 0 && { debugMessages }),
    ...(test.isReported && { expressionReports: report }),
    explanation: decision.explain(),
  };
}

function parseCase(emulator: FirestoreEmulator, projectId: string, json: JsonValue, where: string): TestCase {
  const found = objectOf(json, where);
  const { expressionReportLevel = 'NONE', functionMocks = [] } = found;
  const isAllowExpected = expectsAllow(found, where);
  if (expressionReportLevel !== 'NONE' && expressionReportLevel !== 'FULL') {
    throw invalidArgument(`${where}.expressionReportLevel must be NONE or FULL.`);
  }
  if (!Array.isArray(functionMocks) || functionMocks.length > 0) {
    throw new RpcError(
      StatusCode.UNIMPLEMENTED,
      `${where}.functionMocks: get() and exists() read the documents of the emulator.`,
    );
  }
  const { request, view } = parseRequest(emulator, projectId, found, where);
  const own = request.path.join('/');
  const isWrite = request.method !== 'get' && request.method !== 'list';
  return {
    isAllowExpected,
    isReported: expressionReportLevel === 'FULL',
    request,
    access: {
      get: (path) => (path.join('/') === own && !isList(request) ? request.resource : view(path.join('/'))),
      getAfter: (path) => (isWrite && path.join('/') === own ? request.newResource : view(path.join('/'))),
    },
  };
}

const isList = ({ method }: RulesRequest): boolean => method === 'list';

function parseRequest(
  emulator: FirestoreEmulator,
  projectId: string,
  found: JsonObject,
  where: string,
): { request: RulesRequest; view: (path: string) => RulesDocument | null } {
  const json = objectOf(found.request ?? null, `${where}.request`);
  const method = parseMethod(json.method, where);
  const { databaseId, path } = parsePath(json.path, found.pathEncoding, method, where);
  const database = emulator.database(`projects/${projectId}/databases/${databaseId}`).currentView();
  const view = (each: string) => rulesDocument(database.get(each));
  const isWrite = method === 'create' || method === 'update';
  const { structuredQuery } = json;
  if (structuredQuery !== undefined && method !== 'list') {
    throw invalidArgument(`${where}.request.structuredQuery is of a list, not of a ${method}.`);
  }
  const query =
    method === 'list'
      ? requestFromJson(StructuredQuerySchema, structuredQuery ?? simpleQuery(json.query, where))
      : undefined;
  return {
    view,
    request: {
      method,
      projectId,
      databaseId,
      path,
      auth: parseAuth(json.auth ?? null, where),
      time: parseTime(json.time, where),
      resource:
        found.resource === undefined
          ? method === 'list'
            ? null
            : view(path.join('/'))
          : parseResource(found.resource, path, `${where}.resource`),
      newResource: isWrite ? requiredResource(json.resource, path, `${where}.request.resource`) : null,
      ...(query !== undefined && { query }),
      ...(query?.from[0]?.allDescendants === true && { collectionGroup: true }),
    },
  };
}

/** Parses `/databases/D/documents/a/b`: a document, or the collection of a list. */
function parsePath(
  value: JsonValue | undefined,
  encoding: JsonValue | undefined,
  method: RulesRequest['method'],
  where: string,
): { databaseId: string; path: string[] } {
  if (encoding !== undefined && encoding !== 'PLAIN' && encoding !== 'URL_ENCODED') {
    throw invalidArgument(`${where}.pathEncoding must be PLAIN or URL_ENCODED.`);
  }
  const parts = typeof value === 'string' ? value.replace(/^\//, '').split('/') : [];
  const [databases, databaseId = '', documents, ...encoded] = parts;
  if (databases !== 'databases' || documents !== 'documents' || databaseId === '') {
    throw invalidArgument(`${where}.request.path must be like /databases/(default)/documents/products/p1.`);
  }
  const path = encoding === 'URL_ENCODED' ? encoded.map((each) => decodeSegment(each, where)) : encoded;
  checkPath(path);
  const isDocument = path.length > 0 && path.length % 2 === 0;
  if (isDocument === (method === 'list') || path.length === 0) {
    throw invalidArgument(
      `${where}.request.path must be of a ${method === 'list' ? 'collection' : 'document'} for ${method}.`,
    );
  }
  return { databaseId, path };
}

/** Converts `request.query`, which has no filters, to a query. */
function simpleQuery(json: JsonValue | undefined, where: string): JsonValue {
  const { limit, offset, orderBy, ...others } = objectOf(json ?? {}, `${where}.request.query`);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw invalidArgument(`${where}.request.query has an unknown field "${unknown}".`);
  const orders = Object.entries(objectOf(orderBy ?? {}, `${where}.request.query.orderBy`));
  return {
    ...(limit !== undefined && limit !== null && { limit }),
    ...(offset !== undefined && { offset }),
    orderBy: orders.map(([fieldPath, direction]) => ({
      field: { fieldPath },
      direction: direction === 'DESC' ? 'DESCENDING' : 'ASCENDING',
    })),
  };
}

function requiredResource(
  json: JsonValue | undefined,
  path: readonly string[],
  where: string,
): RulesDocument {
  const document = parseResource(json ?? null, path, where);
  if (document === null)
    throw invalidArgument(`${where} must be the document after the write: {"data": {...}}.`);
  return document;
}

function parseResource(json: JsonValue, path: readonly string[], where: string): RulesDocument | null {
  if (json === null) return null;
  const { data, fields } = objectOf(json, where);
  if ((data === undefined) === (fields === undefined)) {
    throw invalidArgument(`${where} must have "data" (plain JSON) or "fields" (as in the REST API).`);
  }
  const typed = fields ?? mapFields(objectOf(data ?? null, `${where}.data`));
  return { path, fields: requestFromJson(DocumentSchema, { fields: typed }).fields };
}

function mapFields(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typedValue(value)]));
}

/** Converts a plain JSON value to REST API format. Whole numbers become integers. */
function typedValue(value: JsonValue): JsonObject {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typedValue) } };
  return { mapValue: { fields: mapFields(value) } };
}

function rulesDocument(document: StoredDocument | undefined): RulesDocument | null {
  return document === undefined
    ? null
    : { path: document.path.split('/'), fields: toFields(document.fields) };
}
