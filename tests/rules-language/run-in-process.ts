import type { Value } from '../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';
import {
  AccessBudget,
  compileRuleset,
  type RulesDocument,
} from '../../packages/firestore/src/rules/ruleset.ts';
import type { RulesMethod, RulesRequest } from '../../packages/firestore/src/rules/runtime/request-value.ts';
import type { CaseRequest, CaseWrite, Fields, RulesCase } from './rules-case.ts';
import { storedTimestamp } from './stored-timestamp.ts';
import { storedFields, storedValue, structuredQuery } from './stored-value.ts';

/** The result of a case. */
export interface Verdict {
  readonly kind: 'allow' | 'deny' | 'error' | 'compile-error';
  readonly message: string;
}

type Documents = Map<string, RulesDocument>;

/** Runs a case on the rules engine alone, without a server or a database. */
export function runInProcess(rulesCase: RulesCase): Verdict {
  const { auth } = rulesCase.request;
  if (auth === 'owner' || rulesCase.rules === '') return { kind: 'allow', message: '' };
  const { ruleset, issues } = compileRuleset(rulesCase.rules, { onDebug: () => {} });
  if (ruleset === undefined) {
    return { kind: 'compile-error', message: issues.map(({ description }) => description).join('\n') };
  }
  const before: Documents = new Map();
  for (const [path, fields] of Object.entries(rulesCase.docs))
    before.set(path, toDocument(path, storedFields(fields)));
  const { requests, after } = prepareRequests(rulesCase.request, before);
  const access = {
    get: (path: readonly string[]) => before.get(path.join('/')) ?? null,
    getAfter: (path: readonly string[]) => after.get(path.join('/')) ?? null,
  };
  const budget = new AccessBudget();
  for (const request of requests) {
    const decision = ruleset.authorize(request, access, budget);
    if (decision.allowed) continue;
    const hasError = decision.outcomes.some(({ outcome }) => outcome === 'error');
    return { kind: hasError ? 'error' : 'deny', message: decision.message };
  }
  return { kind: 'allow', message: '' };
}

function toDocument(path: string, fields: { [name: string]: Value }): RulesDocument {
  return { path: path.split('/'), fields };
}

interface PreparedRequests {
  readonly requests: readonly RulesRequest[];
  readonly after: Documents;
}

function prepareRequests(request: CaseRequest, before: Documents): PreparedRequests {
  const common = {
    projectId: 'demo',
    databaseId: '(default)',
    auth: caseAuth(request),
    time: caseTime(request),
    resource: null,
    newResource: null,
  };
  if (
    request.method === 'list' ||
    request.collection !== undefined ||
    request.collectionGroup !== undefined
  ) {
    const segments = (request.collection ?? request.collectionGroup ?? request.path ?? '').split('/');
    const path = segments.length % 2 === 1 ? segments : segments.slice(0, -1);
    const query = structuredQuery(request, path.at(-1) ?? '');
    const isGroup = request.collectionGroup !== undefined;
    return {
      requests: [{ ...common, method: 'list', path, query, collectionGroup: isGroup }],
      after: before,
    };
  }
  if (request.method === 'get' || request.method === 'listen') {
    const paths = request.documents ?? [request.path ?? ''];
    const requests = paths.map((path): RulesRequest => {
      return { ...common, method: 'get', path: path.split('/'), resource: before.get(path) ?? null };
    });
    return { requests, after: before };
  }
  return prepareWrites(request, before, common);
}

function prepareWrites(
  request: CaseRequest,
  before: Documents,
  common: Omit<RulesRequest, 'method' | 'path'>,
): PreparedRequests {
  const after = new Map(before);
  const writes: readonly (CaseWrite | CaseRequest)[] = request.batch ?? [request];
  // Rules evaluate a document once: before the commit, and as the whole commit leaves it.
  const requests = new Map<string, RulesRequest>();
  for (const write of writes) {
    const path = write.path ?? '';
    const resource = after.get(path) ?? null;
    const method = writeMethod(write, resource !== null);
    // A recorded delete may have a resource: the Rules Test API passes one to the rules, a database
    // does not.
    const isWritten = method !== 'delete' || write.resource !== undefined;
    const newResource = isWritten ? toDocument(path, fieldsAfter(write, resource, common.time)) : null;
    if (newResource === null || method === 'delete') after.delete(path);
    else after.set(path, newResource);
    const first = requests.get(path) ?? { ...common, method, path: path.split('/'), resource };
    requests.set(path, { ...first, method: methodOfAll(first, method), newResource });
  }
  return { requests: [...requests.values()], after };
}

/**
 * The method of all writes of a commit to one document: that of the first one, unless another one
 * deletes.
 */
function methodOfAll(first: RulesRequest, last: RulesMethod): RulesMethod {
  if (last === 'delete' || first.method !== 'delete') return last === 'delete' ? last : first.method;
  return first.resource === null ? 'create' : 'update';
}

function writeMethod(write: CaseWrite | CaseRequest, exists: boolean): RulesMethod {
  if ('method' in write && write.method !== undefined) return write.method as RulesMethod;
  const required = write.precondition?.exists ?? (write.write === 'update' ? true : undefined);
  return (required ?? exists) ? 'update' : 'create';
}

/**
 * The document after a write: cases with `method` contain all of it, cases with `write` the
 * changes.
 */
function fieldsAfter(
  write: CaseWrite | CaseRequest,
  resource: RulesDocument | null,
  time: RulesRequest['time'],
): { [name: string]: Value } {
  const payload: Fields = write.resource ?? {};
  const keepsOthers = write.write === 'update' || write.merge === true;
  const fields: { [name: string]: Value } = keepsOthers ? { ...resource?.fields } : {};
  for (const [name, json] of Object.entries(payload)) {
    if (json === '$delete') delete fields[name];
    else fields[name] = json === '$serverTimestamp' ? storedTimestamp(time) : storedValue(json);
  }
  return fields;
}

/** The user of a case, with the claims that `createMockUserToken` of the web SDK adds. */
function caseAuth({ auth }: CaseRequest): RulesRequest['auth'] {
  if (auth === null || auth === undefined || auth === 'owner') return null;
  const { uid, token = {} } = auth;
  const claims = {
    sub: uid,
    user_id: uid,
    iat: 0,
    firebase: { sign_in_provider: 'custom', identities: {} },
    ...token,
  };
  return { uid, token: claims };
}

function caseTime({ time }: CaseRequest): RulesRequest['time'] {
  const millis = time === undefined ? Date.now() : Date.parse(time);
  return { seconds: BigInt(Math.floor(millis / 1000)), nanos: (millis % 1000) * 1_000_000 };
}
