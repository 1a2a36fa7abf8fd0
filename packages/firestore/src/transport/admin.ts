// The emulator-only endpoints /emulator/v1/projects/P…, called by firebase-tools,
// @firebase/rules-unit-testing and the Emulator UI, and projects.test of the Firebase Rules API. An
// AdminApi supplies the operations behind them.

import type { JsonValue } from '@bufbuild/protobuf';
import { type HttpExchange, readBody, sendJson } from '@savepoint/server/http/http-exchange';
import { parseJson } from '@savepoint/server/http/parse-json';
import { checkPath, checkResourceId, parseDatabaseName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { parseAuthorization } from '../rules/auth-token.ts';

/** One file of a ruleset. */
export interface RulesFile {
  readonly name?: string;
  readonly content: string;
}

/** A diagnostic of the rules compiler, in the shape of the Firebase Rules API (projects.test). */
export interface RulesIssue {
  readonly severity: 'ERROR' | 'WARNING';
  readonly description: string;
  readonly sourcePosition: { readonly line: number; readonly column: number };
}

/**
 * The databases to which rules apply: one or, without a database id, all databases of the project
 * without their own rules.
 */
export interface RulesScope {
  readonly projectId: string;
  readonly databaseId?: string;
}

/** A coverage report in one of its formats. */
interface TextReport {
  readonly contentType: string;
  readonly text: string;
}

/** The operations behind the emulator-only endpoints. Each may throw an RpcError. */
export interface AdminApi {
  /**
   * Replaces a ruleset. If it does not compile, the current one stays in force and `loaded` is
   * false.
   */
  setRules(scope: RulesScope, file: RulesFile): { issues: readonly RulesIssue[]; loaded: boolean };
  /**
   * Replaces the composite indexes and TTL policies of a database, or of all, with the text of a
   * firestore.indexes.json. Throws INVALID_ARGUMENT if it is invalid; the current ones then stay in
   * force.
   */
  setIndexes(databaseId: string | undefined, text: string): void;
  /**
   * The rules in force, with their compiler warnings; rules that allow everything if there are
   * none.
   */
  rules(scope: RulesScope): { files: readonly RulesFile[]; issues: readonly RulesIssue[] };
  /**
   * Deletes the documents at and below `path` (segments after /documents); an empty path deletes
   * all.
   */
  clearDocuments(databaseName: string, path: readonly string[]): void | Promise<void>;
  /**
   * Registers or replaces the trigger `key` of a project. Throws INVALID_ARGUMENT for an unknown
   * registration.
   */
  registerTrigger(projectId: string, key: string, registration: JsonValue): void;
  /**
   * Writes an export to `directory/name/…` atomically. `directory` may be relative. Throws
   * INVALID_ARGUMENT or FAILED_PRECONDITION, without writing anything, for a folder in which
   * exports are not allowed.
   */
  exportDatabase(databaseName: string, directory: string, name: string): Promise<void>;
  /**
   * Adds the documents of an export to a database, replacing existing ones: all or none. `path` is
   * the overall metadata file of the export or its folder and may be relative. Throws
   * INVALID_ARGUMENT or FAILED_PRECONDITION for a disallowed path, and for anything but a complete
   * export.
   */
  importDatabase(databaseName: string, path: string): Promise<void>;
  /**
   * Moves the clock forward, which affects TTL policies, times and timeouts. Once the documents
   * that have expired are deleted, resolves with the clock's time in seconds since 1970.
   */
  advanceClock(seconds: number): Promise<number>;
  /** A project's traffic measured against production's soft limits, as JSON. */
  limitsReport(projectId: string): object;
  /** The last events sent to triggers of a project, newest first. `request` is not listed. */
  sentEvents(projectId: string): readonly { readonly request: unknown }[];
  /**
   * Sends an event to its trigger again, in the trace of `traceparent`. Returns false if it is not
   * retained.
   */
  redeliver(projectId: string, id: string, traceparent: string): boolean;
  /**
   * Decides requests by rules that are not in force. `body` and result are those of projects.test
   * of the Firebase Rules API. Throws INVALID_ARGUMENT for a malformed body.
   */
  testRules(projectId: string, body: JsonValue): Promise<object>;
  /**
   * The coverage report of the rules in force, or of rules that allow everything if there are none.
   */
  coverage(scope: RulesScope, form: 'json' | 'html' | 'lcov'): TextReport;
}

type Endpoint = (admin: AdminApi, exchange: HttpExchange, scope: RulesScope) => Promise<void>;

/** The maximum nesting of containers in a body; real ones have fewer than ten. */
const MAX_BODY_DEPTH = 100;

/** Reads the body as a JSON object. Throws INVALID_ARGUMENT. */
async function readObject(exchange: HttpExchange): Promise<JsonValue> {
  const body = parseJson(await readBody(exchange));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidArgument('Invalid JSON payload received. The body must be one JSON object.');
  }
  checkDepth(body);
  return body;
}

/** Throws INVALID_ARGUMENT for a body nested too deeply for a recursive function. */
function checkDepth(body: JsonValue): void {
  let level: JsonValue[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_BODY_DEPTH) {
      throw invalidArgument(
        `Invalid JSON payload received. It is nested deeper than ${MAX_BODY_DEPTH} levels.`,
      );
    }
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}

function member(json: JsonValue, name: string): JsonValue | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json[name] : undefined;
}

function missingText(name: string): RpcError {
  return invalidArgument(`The body has no "${name}" (a string).`);
}

function optionalText(json: JsonValue, name: string): string | undefined {
  const value = member(json, name);
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw missingText(name);
}

function text(json: JsonValue, name: string): string {
  const value = optionalText(json, name);
  if (value === undefined) throw missingText(name);
  return value;
}

function rulesFile(body: JsonValue): RulesFile {
  const files = member(member(body, 'rules') ?? null, 'files');
  if (!Array.isArray(files) || files.length === 0) throw invalidArgument('The body has no rules.files.');
  if (files.length > 1) {
    throw invalidArgument(`The body has ${files.length} rules.files: put all rules in one file.`);
  }
  const file = files[0] as JsonValue;
  const name = member(file, 'name');
  const content = member(file, 'content');
  if (typeof content !== 'string') throw invalidArgument('The file of rules.files has no content.');
  return { content, ...(typeof name === 'string' && { name }) };
}

/**
 * The name of the database to which a request applies: from its body or query, else from its path,
 * else the default one.
 */
function databaseOf({ projectId, databaseId }: RulesScope, named: string | undefined): string {
  const ofPath = databaseId === undefined ? undefined : `projects/${projectId}/databases/${databaseId}`;
  const name = named ?? ofPath ?? `projects/${projectId}/databases/(default)`;
  if (parseDatabaseName(name).projectId !== projectId) {
    throw invalidArgument(`The database "${name}" is not one of the project ${projectId} of the URL.`);
  }
  if (ofPath !== undefined && name !== ofPath) {
    throw invalidArgument(`The database "${name}" is not the one of the URL, "${ofPath}".`);
  }
  return name;
}

/**
 * The scope of a request about rules, whose query may name a database; for a PUT, so may the body.
 */
function rulesScope(scope: RulesScope, { query }: HttpExchange, body: JsonValue = {}): RulesScope {
  const named = optionalText(body, 'database') ?? query.get('database') ?? undefined;
  if (named === undefined) return scope;
  const { projectId, databaseId } = parseDatabaseName(databaseOf(scope, named));
  return { projectId, databaseId };
}

/**
 * `Error compiling rules:` and one `Lline:column text` per error, the format of Google's emulator.
 */
function compileErrorMessage(issues: readonly RulesIssue[]): string {
  const lines = issues
    .filter((issue) => issue.severity === 'ERROR')
    .map(
      ({ sourcePosition, description }) => `L${sourcePosition.line}:${sourcePosition.column} ${description}`,
    );
  return ['Error compiling rules:', ...lines].join('\n');
}

const putRules: Endpoint = async (admin, exchange, scope) => {
  const body = await readObject(exchange);
  const { issues, loaded } = admin.setRules(rulesScope(scope, exchange, body), rulesFile(body));
  // With ignore_errors, firebase-tools expects 200 with the issues, which it prints itself.
  if (!loaded && member(body, 'ignore_errors') !== true) throw invalidArgument(compileErrorMessage(issues));
  sendJson(exchange.response, issues.length === 0 ? {} : { issues });
};

const getRules: Endpoint = async (admin, exchange, scope) => {
  const { files, issues } = admin.rules(rulesScope(scope, exchange));
  sendJson(exchange.response, { rules: { files }, ...(issues.length > 0 && { issues }) });
};

/** The body is the content of a firestore.indexes.json. This endpoint exists only in Savepoint. */
const putIndexes: Endpoint = async (admin, exchange, scope) => {
  admin.setIndexes(rulesScope(scope, exchange).databaseId, await readBody(exchange));
  sendJson(exchange.response, {});
};

function coverageEndpoint(form: 'json' | 'html' | 'lcov'): Endpoint {
  return async (admin, exchange, scope) => {
    const report = admin.coverage(rulesScope(scope, exchange), form);
    exchange.response.writeHead(200, { 'content-type': report.contentType }).end(report.text);
  };
}

const postExport: Endpoint = async (admin, exchange, scope) => {
  const body = await readObject(exchange);
  const database = databaseOf(scope, optionalText(body, 'database'));
  await admin.exportDatabase(database, text(body, 'export_directory'), text(body, 'export_name'));
  sendJson(exchange.response, {});
};

const postImport: Endpoint = async (admin, exchange, scope) => {
  const body = await readObject(exchange);
  const database = databaseOf(scope, optionalText(body, 'database'));
  await admin.importDatabase(database, text(body, 'export_directory'));
  sendJson(exchange.response, {});
};

/** The endpoints `METHOD /emulator/v1/projects/P[/databases/D]:ACTION`, by `METHOD ACTION`. */
const ACTIONS: Readonly<Record<string, Endpoint>> = {
  'PUT securityRules': putRules,
  'GET securityRules': getRules,
  'PUT indexes': putIndexes,
  'GET ruleCoverage': coverageEndpoint('json'),
  'GET ruleCoverage.html': coverageEndpoint('html'),
  'GET ruleCoverage.lcov': coverageEndpoint('lcov'),
  'POST export': postExport,
  'POST import': postImport,
};

/**
 * The endpoint of `PARENT:ACTION`, the last segment of a path. `scopeOf` converts PARENT to a
 * scope.
 */
function actionEndpoint(
  method: string,
  segment: string,
  scopeOf: (parent: string) => RulesScope,
): ((admin: AdminApi, exchange: HttpExchange) => Promise<void>) | undefined {
  const colon = segment.lastIndexOf(':');
  const name = `${method} ${segment.slice(colon + 1)}`;
  const action = colon >= 0 && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) return undefined;
  const scope = scopeOf(segment.slice(0, colon));
  return (admin, exchange) => action(admin, exchange, scope);
}

async function putTrigger(
  admin: AdminApi,
  exchange: HttpExchange,
  project: string,
  key: string,
): Promise<void> {
  checkResourceId('Trigger', key);
  admin.registerTrigger(project, key, await readObject(exchange));
  sendJson(exchange.response, {});
}

async function postEventarcTrigger(admin: AdminApi, exchange: HttpExchange, project: string): Promise<void> {
  const key = exchange.query.get('eventarcTriggerId');
  if (key === null || key === '') throw invalidArgument('The query has no eventarcTriggerId.');
  checkResourceId('Trigger', key);
  const registration = await readObject(exchange);
  admin.registerTrigger(project, key, registration);
  sendJson(exchange.response, registration);
}

function checkOwner({ request }: HttpExchange, reason: string): void {
  if (parseAuthorization(request.headers.authorization).kind === 'owner') return;
  throw new RpcError(
    StatusCode.PERMISSION_DENIED,
    `${reason}: send the header 'Authorization: Bearer owner'.`,
  );
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * `GET …/events`: the events sent to triggers, without their data, which contain documents
 * protected by rules.
 */
async function getEvents(admin: AdminApi, exchange: HttpExchange, project: string): Promise<void> {
  checkOwner(exchange, 'Events name documents');
  sendJson(exchange.response, { events: admin.sentEvents(project).map(({ request: _, ...event }) => event) });
}

/** `POST …/events/ID:redeliver {"traceparent": "00-…"}`. Throws NOT_FOUND. */
async function postRedeliver(
  admin: AdminApi,
  exchange: HttpExchange,
  project: string,
  id: string,
): Promise<void> {
  const traceparent = text(await readObject(exchange), 'traceparent');
  if (!TRACEPARENT.test(traceparent)) throw invalidArgument('"traceparent" must be like 00-TRACE-SPAN-01.');
  checkOwner(exchange, 'Events have documents');
  if (!admin.redeliver(project, id, traceparent)) {
    throw new RpcError(StatusCode.NOT_FOUND, `There is no event ${id} (any more).`);
  }
  sendJson(exchange.response, {});
}

/**
 * `POST /v1/projects/P:test`. Only the owner may call it, because the response contains values of
 * documents protected by rules. Throws PERMISSION_DENIED.
 */
async function postTest(admin: AdminApi, exchange: HttpExchange, project: string): Promise<void> {
  checkResourceId('Project', project);
  const body = await readObject(exchange);
  checkOwner(exchange, 'Testing rules reads all documents');
  sendJson(exchange.response, await admin.testRules(project, body));
}

/** The longest time by which the clock can be advanced at once: a year. */
const MAX_ADVANCE_SECONDS = 31_536_000;

/** `POST /_savepoint/clock/advance {"seconds": 60}`, as in the other emulators. */
async function advanceClock(admin: AdminApi, exchange: HttpExchange): Promise<void> {
  const { seconds, ...others } = (await readObject(exchange)) as { readonly [name: string]: JsonValue };
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw invalidArgument(`The body has an unknown field ${JSON.stringify(unknown)}.`);
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS)) {
    throw invalidArgument(`The body has no "seconds" (a number from 0 to ${MAX_ADVANCE_SECONDS}).`);
  }
  sendJson(exchange.response, { now: await admin.advanceClock(seconds) });
}

/**
 * The endpoint at `/emulator/v1/projects/PROJECT/BELOW…`, or undefined if it is unknown. Throws
 * INVALID_ARGUMENT for an invalid id.
 */
function endpointOf(
  method: string,
  project: string,
  below: readonly string[],
): ((admin: AdminApi, exchange: HttpExchange) => Promise<void>) | undefined {
  if (below.length === 0) {
    return actionEndpoint(method, project, (projectId) => {
      checkResourceId('Project', projectId);
      return { projectId };
    });
  }
  checkResourceId('Project', project);
  const [kind, name, documents, ...path] = below;
  if (kind === 'databases' && name !== undefined && below.length === 2) {
    return actionEndpoint(method, name, (id) => parseDatabaseName(`projects/${project}/databases/${id}`));
  }
  if (method === 'DELETE' && kind === 'databases' && documents === 'documents') {
    const databaseName = `projects/${project}/databases/${name}`;
    parseDatabaseName(databaseName);
    // `/documents/` is the root, like `/documents`.
    const isRoot = path.length === 1 && path[0] === '';
    if (!isRoot) checkPath(path);
    return async (admin, { response }) => {
      await admin.clearDocuments(databaseName, isRoot ? [] : path);
      sendJson(response, {});
    };
  }
  if (method === 'PUT' && kind === 'triggers' && below.length === 2) {
    return (admin, exchange) => putTrigger(admin, exchange, project, name as string);
  }
  if (method === 'GET' && kind === 'events' && below.length === 1) {
    return (admin, exchange) => getEvents(admin, exchange, project);
  }
  if (method === 'GET' && kind === 'limits' && below.length === 1) {
    return async (admin, exchange) => {
      checkOwner(exchange, 'The report names documents');
      sendJson(exchange.response, admin.limitsReport(project));
    };
  }
  const redelivered = below.length === 2 ? /^([\w-]+):redeliver$/.exec(name as string)?.[1] : undefined;
  if (method === 'POST' && kind === 'events' && redelivered !== undefined) {
    return (admin, exchange) => postRedeliver(admin, exchange, project, redelivered);
  }
  if (method === 'POST' && kind === 'eventarcTrigger' && below.length === 1) {
    return (admin, exchange) => postEventarcTrigger(admin, exchange, project);
  }
  return undefined;
}

/**
 * Handles an emulator-only endpoint or the health check `GET /`. Resolves to false for other paths.
 * Rejects with UNIMPLEMENTED for an unknown path below /emulator/v1/projects.
 */
export async function handleAdmin(admin: AdminApi, exchange: HttpExchange): Promise<boolean> {
  const { request, response, segments } = exchange;
  const method = request.method ?? 'GET';
  if (segments.length === 1 && segments[0] === '' && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('Ok\n');
    return true;
  }
  if (method === 'POST' && segments.join('/') === '_savepoint/clock/advance') {
    await advanceClock(admin, exchange);
    return true;
  }
  const tested = segments.length === 3 && /^(.*):test$/s.exec(segments[2] as string)?.[1];
  if (method === 'POST' && segments[0] === 'v1' && segments[1] === 'projects' && typeof tested === 'string') {
    await postTest(admin, exchange, tested);
    return true;
  }
  const [emulator, version, projects, project, ...below] = segments;
  if (emulator !== 'emulator' || version !== 'v1' || projects !== 'projects' || project === undefined)
    return false;
  const endpoint = endpointOf(method, project, below);
  if (endpoint === undefined) {
    throw new RpcError(
      StatusCode.UNIMPLEMENTED,
      `${method} /${segments.join('/')} is not an emulator endpoint.`,
    );
  }
  await endpoint(admin, exchange);
  return true;
}
