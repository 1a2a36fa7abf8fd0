// Requests of Studio that no SDK sends: list the children of a location, stream changes, and test
// operations against rules that are not in force.

import { checkPath } from '../core/check-key.ts';
import { MAX_DEPTH, MAX_SOCKET_WRITE_BYTES } from '../core/limits.ts';
import { isDeeperThan } from '../core/nesting.ts';
import type { Node, Priority } from '../core/node.ts';
import { type Path, parsePath } from '../core/path.ts';
import { EVERYTHING } from '../core/query.ts';
import { parseWireQuery } from '../core/wire-query.ts';
import { ADMIN } from '../database/login.ts';
import type { Listener } from '../database/namespace.ts';
import { applyUpdates, mergeUpdates, putUpdate } from '../database/update.ts';
import { sendJson, setHeaders } from '../rest/respond.ts';
import { RestError } from '../rest/rest-error.ts';
import { type Exchange, readBody } from '../rest/rest-request.ts';
import { type Auth, compileRuleset, coverageJson, type Decision, type Ruleset } from '../rules/ruleset.ts';

/** A value is shown on one line, so longer strings are truncated to this length. */
const MAX_SHOWN_LENGTH = 200;
const KEEP_ALIVE_MS = 30_000;
/** A reader with more unread bytes is disconnected. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** A write to more locations than this only reports that something has changed. */
const MAX_CHANGES = 100;

/** A child in Studio's list: its key, number of children, value and priority. */
type Entry = readonly [key: string, size: number, value: Node['value'], priority: Priority];

function entryOf(key: string, { size, value, priority }: Node): Entry {
  const isLong = typeof value === 'string' && value.length > MAX_SHOWN_LENGTH;
  return [key, size, isLong ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value, priority];
}

/** Sends a location with its children. A hundred thousand children are sent as one response. */
export function sendChildren(exchange: Exchange): void {
  const { namespace, parameters } = exchange;
  const path = checkPath(parsePath(parameters.get('path') ?? ''));
  const node = namespace.root.at(path);
  const children = Array.from(node.entries(), ([key, child]) => entryOf(key, child));
  sendJson(exchange, JSON.stringify({ entry: entryOf(path.at(-1) ?? '', node), children }));
}

/**
 * Streams the effects of writes: events `change` with a path and the entries along it. An event
 * without a path concerns everything.
 */
export function streamChanges(exchange: Exchange): void {
  const { namespace, response } = exchange;
  const tell = (path: Path): void => {
    const { root } = namespace;
    const entries = path.map((key, depth) => entryOf(key, root.at(path.slice(0, depth + 1))));
    response.write(`event: change\ndata: ${JSON.stringify({ path, entries })}\n\n`);
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  };
  const listener: Listener = {
    path: [],
    query: EVERYTHING,
    login: ADMIN,
    onPush({ entries }) {
      if (entries.length > MAX_CHANGES) tell([]);
      else for (const [path] of entries) tell(path);
    },
    onRevoked() {},
  };
  namespace.listen(listener);
  setHeaders(exchange);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': \n\n'), KEEP_ALIVE_MS).unref();
  response.once('close', () => {
    clearInterval(keepAlive);
    namespace.unlisten(listener);
  });
}

/** An operation to test, in Studio's format. */
interface TestOperation {
  readonly method: 'read' | 'write' | 'update';
  readonly path: string;
  readonly auth: Auth;
  /** For a write: the resulting data, or the members to merge. */
  readonly newData?: unknown;
  /** For a read, in the SDKs' format. */
  readonly query?: unknown;
}

/**
 * Compiles rules that are not in force, and judges operations by them on the current data. Nothing
 * is written.
 */
export async function testRules(exchange: Exchange): Promise<void> {
  const { content, operations = [] } = await readTest(exchange);
  const { ruleset, issues } = compileRuleset(content);
  const results = ruleset === undefined ? [] : operations.map((each) => judge(content, each, exchange));
  sendJson(exchange, JSON.stringify({ issues, results }));
}

async function readTest(
  exchange: Exchange,
): Promise<{ readonly content: string; readonly operations?: readonly TestOperation[] }> {
  const body = parseObject((await readBody(exchange, MAX_SOCKET_WRITE_BYTES)).toString('utf8'));
  const { content, operations = [] } = body ?? {};
  if (typeof content === 'string' && Array.isArray(operations) && operations.every(isOperation)) {
    return { content, operations };
  }
  throw new RestError(
    400,
    'Expected {"content": RULES, "operations": [{"method", "path", "auth", "newData"}]}.',
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isOperation(value: unknown): value is TestOperation {
  const { method, path, auth } = (value ?? {}) as Partial<TestOperation>;
  const isMethod = method === 'read' || method === 'write' || method === 'update';
  return isMethod && typeof path === 'string' && typeof auth === 'object' && !isDeeperThan(MAX_DEPTH, auth);
}

/** Each operation gets its own ruleset, whose coverage is limited to this evaluation. */
function judge(content: string, operation: TestOperation, exchange: Exchange): object {
  const ruleset = compileRuleset(content).ruleset as Ruleset;
  const explanation = decide(ruleset, operation, exchange).explain();
  const report = coverageJson(ruleset.coverage).report.filter(({ values }) => values !== undefined);
  return { explanation, report };
}

function decide(ruleset: Ruleset, operation: TestOperation, { namespace }: Exchange): Decision {
  const { method, path: text, auth, newData, query } = operation;
  const { root, nowMs } = namespace;
  const path: Path = checkPath(parsePath(text));
  if (method === 'read') {
    return ruleset.judgeRead({ root, nowMs, auth, path, query: parseWireQuery(query) });
  }
  const updates = method === 'update' ? mergeUpdates(text, newData) : [putUpdate(text, newData)];
  const newRoot = applyUpdates(root, updates, nowMs);
  return ruleset.judgeWrite({ root, newRoot, nowMs, auth, paths: updates.map((each) => each.path) });
}
