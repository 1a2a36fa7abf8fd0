import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { guardServer } from '@savepoint/server/guard/guard-server';
import { RequestGuard, type RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { hasToken, TOKEN_HEADER } from './api-token.ts';
import { isAllowedCommand, runKitCommand } from './kit-commands.ts';
import { sendPageFile } from './page-files.ts';
import { type ProxyTarget, proxy } from './proxy.ts';
import { RequestMonitor } from './request-monitor.ts';
import { sendError, sendJson } from './responses.ts';
import { RulesFileError, readRulesFile, saveRulesFile } from './rules-file.ts';
import { readServerStates } from './server-states.ts';
import { parseStackDescription, type StackDescription } from './stack-description.ts';

const HOST = '127.0.0.1';
const MAX_COMMAND_BYTES = 10_000;
/**
 * Twice the maximum size of Firestore's rules, because a change contains both versions, plus
 * escapes.
 */
const MAX_RULES_BYTES = 2_000_000;
/** The folder of the built page. */
const PAGE_FOLDER = join(import.meta.dirname, '..', 'dist', 'page');
/** The emulators accept this instead of an account of the project. */
const OWNER = { authorization: 'Bearer owner' };

export interface StudioOptions extends Pick<RequestGuardOptions, 'allowedOrigins' | 'allow' | 'log'> {
  /** 0 selects a free port. */
  readonly port: number;
  /** See StackDescription. Validated here. */
  readonly stack: unknown;
  /** The folder of the built page. Default: the output of `npm run build -w savepoint-studio`. */
  readonly pageFolder?: string;
}

export interface RunningStudio {
  readonly url: string;
  /** Resolves when the port is released. */
  close(): Promise<void>;
}

/**
 * Starts Studio for a stack, on loopback only.
 * @throws Error for an invalid description, and an error with the code EADDRINUSE for a port in use
 */
export async function startStudio({
  port,
  stack,
  pageFolder = PAGE_FOLDER,
  ...callers
}: StudioOptions): Promise<RunningStudio> {
  const description = parseStackDescription(stack);
  const requestsUrl = description.firestore?.requestsUrl;
  const monitor = requestsUrl === undefined ? undefined : new RequestMonitor(requestsUrl);
  const token = randomBytes(24).toString('base64url');
  const handle = createHandler({ description, monitor, token, pageFolder });
  const server = createServer((request, response) => {
    const url = parseTarget(request.url);
    if (url === null) return sendError(response, 400, 'The path is not valid in a URL.');
    const problem = url.pathname.startsWith('/api/')
      ? findApiProblem(request, token)
      : findPageProblem(request);
    if (problem !== undefined) return sendError(response, problem.status, problem.reason);
    handle(request, response, url).catch((error: Error) => sendError(response, 500, error.message));
  });
  const guard = new RequestGuard({
    ...callers,
    ownPort: () => (server.address() as AddressInfo).port,
    opensByLink: (path) => !path.startsWith('/api/'),
  });
  guardServer(server, guard);
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
  } catch (error) {
    monitor?.close();
    throw error;
  }
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      monitor?.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface RequestProblem {
  readonly status: 401 | 403;
  readonly reason: string;
}

function findPageProblem({ method }: IncomingMessage): RequestProblem | undefined {
  return method === 'GET' || method === 'HEAD'
    ? undefined
    : { status: 403, reason: 'Only the API accepts methods other than GET.' };
}

function findApiProblem({ headers }: IncomingMessage, token: string): RequestProblem | undefined {
  return hasToken(headers, token)
    ? undefined
    : { status: 401, reason: `The header ${TOKEN_HEADER} lacks the token of this Studio. Reload the page.` };
}

/**
 * The path and query of a request, normalized once for all later decisions. They are not resolved,
 * because `//name/path` would name another host.
 */
function parseTarget(target = '/'): URL | null {
  return target.startsWith('/') ? URL.parse(`http://${HOST}${target}`) : null;
}

interface Studio {
  readonly description: StackDescription;
  readonly monitor: RequestMonitor | undefined;
  readonly token: string;
  readonly pageFolder: string;
}

/** Handles requests under /api/ by method and path, except those that `proxy` forwards. */
function createHandler(
  studio: Studio,
): (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> {
  const { description, monitor, token, pageFolder } = studio;
  const targets = proxyTargets(description);
  const frames = description.services.filter(({ hasFrame }) => hasFrame).map(({ url }) => url);
  return async (request, response, { pathname, search }) => {
    if (!pathname.startsWith('/api/'))
      return sendPageFile(response, pathname, { folder: pageFolder, token, frames });
    const [, , name = '', ...rest] = pathname.split('/');
    switch (`${request.method} ${name}`) {
      case 'GET stack':
        return sendJson(response, 200, publicDescription(description));
      case 'GET servers':
        return sendJson(response, 200, { servers: await readServerStates(description) });
      case 'GET requests':
        return sendJson(response, 200, {
          isConnected: monitor?.isConnected ?? false,
          requests: monitor?.list(search === '?admin') ?? [],
        });
      case 'POST command':
        return runCommand(request, response, description);
      case 'GET rules':
        return sendRules(response, rulesFileOf(description, new URLSearchParams(search)));
      case 'PUT rules':
        return saveRules(request, response, rulesFileOf(description, new URLSearchParams(search)));
      default: {
        const target = targets.get(name);
        if (target === undefined)
          return sendError(response, 404, `This stack has no ${name || 'such part'}.`);
        return proxy(request, response, target, `/${rest.join('/')}${search}`);
      }
    }
  };
}

/** Methods of Firestore's REST API that only read but are sent by POST. */
const FIRESTORE_READS = /:(runQuery|runAggregationQuery|listCollectionIds)(\?|$)/;

/** Methods of the Identity Toolkit API that only read but are sent by POST. */
const AUTH_READS = /:(lookup|query)(\?|$)/;

function isAuthRead(method: string, path: string): boolean {
  return method === 'GET' || AUTH_READS.test(path);
}

function isFirestoreRead(method: string, path: string): boolean {
  return method === 'GET' || FIRESTORE_READS.test(path);
}

/** With these headers, the page writes only data that nobody has changed meanwhile. */
const ETAG_HEADERS = ['if-match', 'x-firebase-etag'];

function isDatabaseRead(method: string, path: string): boolean {
  return method === 'GET' || path.startsWith('/.inspect/');
}

function proxyTargets(stack: StackDescription): ReadonlyMap<string, ProxyTarget | undefined> {
  const target = (label: string, part: { url: string } | null, headers = {}): ProxyTarget | undefined =>
    part === null ? undefined : { label, url: part.url, headers };
  const firestore = target('Firestore', stack.firestore, OWNER);
  const auth = target('Authentication', stack.auth, OWNER);
  const storage = target('Storage', stack.storage, OWNER);
  const database = target('Realtime Database', stack.database, OWNER);
  const functions = target('Functions', stack.functions);
  return new Map([
    ['firestore', firestore && { ...firestore, isRead: isFirestoreRead }],
    ['auth', auth && { ...auth, isRead: isAuthRead }],
    ['storage', storage && { ...storage, isRead: (method: string) => method === 'GET' }],
    ['database', database && { ...database, passes: ETAG_HEADERS, isRead: isDatabaseRead }],
    ['functions', functions && { ...functions, passes: ['authorization', 'x-firebase-appcheck'] }],
    ['messaging', target('Cloud Messaging', stack.messaging)],
    ['config', target('Remote Config', stack.remoteConfig)],
    ['log', target('The event log', stack.eventLog)],
  ]);
}

/** The description for the page, without the command line. */
function publicDescription({ commandLine, control, ...stack }: StackDescription): object {
  return { ...stack, hasCommands: commandLine !== null };
}

async function runCommand(
  request: IncomingMessage,
  response: ServerResponse,
  { commandLine }: StackDescription,
): Promise<void> {
  if (commandLine === null) return sendError(response, 404, 'This stack was started without commands.');
  const command = await readJson(request, response, MAX_COMMAND_BYTES);
  if (command === undefined) return;
  if (!isAllowedCommand(command)) {
    return sendError(
      response,
      400,
      'Expected reset, seed, schedule [NAME], server start|stop|restart NAME, or snapshot save|load NAME; a name has letters, digits, ".", "_" and "-".',
    );
  }
  sendJson(response, 200, await runKitCommand(commandLine, command));
}

/** The rules file of a service, Firestore by default; empty if the stack has none. */
function rulesFileOf({ firestore, storage, database }: StackDescription, query: URLSearchParams): string {
  const instance = database?.instances.find(({ namespace }) => namespace === query.get('ns'));
  const parts = new Map<string, { readonly rulesFile: string } | null>([
    ['storage', storage],
    ['database', instance ?? database],
  ]);
  const service = query.get('service') ?? '';
  return (parts.has(service) ? parts.get(service) : firestore)?.rulesFile ?? '';
}

function sendRules(response: ServerResponse, rulesFile: string): void {
  answerRules(response, () => ({ content: readRulesFile(rulesFile) }));
}

async function saveRules(
  request: IncomingMessage,
  response: ServerResponse,
  rulesFile: string,
): Promise<void> {
  const change = await readJson(request, response, MAX_RULES_BYTES);
  if (change === undefined) return;
  answerRules(response, () => {
    saveRulesFile(rulesFile, change);
    return {};
  });
}

function answerRules(response: ServerResponse, work: () => object): void {
  try {
    sendJson(response, 200, work());
  } catch (error) {
    if (!(error instanceof RulesFileError)) throw error;
    sendError(response, error.status, error.message);
  }
}

/** Parses the body as JSON. If it is not JSON, sends an error and returns undefined. */
async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      sendError(response, 413, `The body is too long: at most ${maxBytes} bytes.`);
      return undefined;
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    sendError(response, 400, 'The body is not JSON.');
    return undefined;
  }
}
