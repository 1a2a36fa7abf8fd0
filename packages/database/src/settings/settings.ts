// Settings of firebase-tools and test libraries, for the administrator only: rules, triggers and
// limits below `/.settings`, and the names of namespaces below `/.inspect`.

import { MAX_DEPTH, MAX_SOCKET_WRITE_BYTES } from '../core/limits.ts';
import { isDeeperThan } from '../core/nesting.ts';
import type { Namespaces } from '../database/namespaces.ts';
import { sendJson, sendPreflight, sendText, setHeaders } from '../rest/respond.ts';
import { RestError } from '../rest/rest-error.ts';
import { type Exchange, loginOfRequest, readBody } from '../rest/rest-request.ts';
import { compileRuleset, coverageHtml, coverageJson, formatIssues } from '../rules/ruleset.ts';
import { InvalidTriggerError, parseRegistrations } from '../triggers/registration.ts';
import type { Triggers } from '../triggers/triggers.ts';
import { sendChildren, streamChanges, testRules } from './inspect.ts';

/** The objects that the settings change. */
export interface SettingsTargets {
  readonly namespaces: Namespaces;
  readonly triggers: Triggers;
  /** Values that are stored without effect, by namespace and name. */
  readonly values: Map<string, string>;
}

const DONE = '{"status":"ok"}';
const KEPT_VALUES = /^\/\.settings\/(defaultWriteSizeLimit|strictTriggerValidation)\.json$/;

export function isSettings({ pathname }: Exchange): boolean {
  return pathname.startsWith('/.settings/') || pathname.startsWith('/.inspect/');
}

export async function serveSettings(exchange: Exchange, targets: SettingsTargets): Promise<void> {
  const { pathname, request } = exchange;
  if (request.method === 'OPTIONS') {
    sendPreflight(exchange);
    return;
  }
  if (pathname === '/.inspect/coverage') {
    // The developer opens this page in a browser; the guard rejects other callers.
    sendText(exchange, 200, 'text/html', coverageHtml(exchange.namespace.rules.coverage));
    return;
  }
  if (pathname === '/.inspect/databases.json') {
    // The Emulator UI calls this without a credential.
    sendDatabases(exchange, targets);
    return;
  }
  if (!loginOfRequest(exchange).isAdmin) throw new RestError(401, 'Permission denied');
  if (pathname === '/.settings/rules.json') await serveRules(exchange);
  else if (pathname === '/.settings/functionTriggers.json') await serveTriggers(exchange, targets);
  else if (pathname === '/.settings/profile.json') openProfile(exchange);
  else if (pathname === '/.inspect/coverage.json')
    sendJson(exchange, JSON.stringify(coverageJson(exchange.namespace.rules.coverage)));
  else if (pathname === '/.inspect/children.json') sendChildren(exchange);
  else if (pathname === '/.inspect/changes') streamChanges(exchange);
  else if (pathname === '/.inspect/test.json') await testRules(exchange);
  else if (KEPT_VALUES.test(pathname)) await serveValue(exchange, targets);
  else throw new RestError(404, `The emulator has no ${pathname}`);
}

async function serveRules(exchange: Exchange): Promise<void> {
  const { request, namespace, parameters } = exchange;
  if (request.method === 'GET') {
    if (parameters.get('format') === 'strict') sendJson(exchange, JSON.stringify(namespace.rules.json));
    else sendText(exchange, 200, 'application/json', namespace.rules.source.text);
    return;
  }
  requireMethod(exchange, 'PUT');
  const { ruleset, issues } = compileRuleset(await readText(exchange));
  if (ruleset === undefined) throw new RestError(400, formatIssues(issues));
  if (parameters.get('dryRun') !== 'true') namespace.setRules(ruleset);
  sendJson(exchange, DONE);
}

async function serveTriggers(exchange: Exchange, { triggers }: SettingsTargets): Promise<void> {
  const { request, parameters } = exchange;
  const namespace = parameters.get('ns') ?? undefined;
  if (request.method === 'GET') {
    sendJson(exchange, JSON.stringify(triggers.registrations(namespace)));
    return;
  }
  if (request.method !== 'PUT') requireMethod(exchange, 'POST');
  try {
    const parsed = parseRegistrations(parseJson(await readText(exchange)), namespace);
    if (request.method === 'PUT') triggers.replace(namespace, parsed);
    else triggers.add(parsed);
  } catch (error) {
    if (error instanceof InvalidTriggerError) throw new RestError(400, error.message);
    throw error;
  }
  sendJson(exchange, DONE);
}

async function serveValue(exchange: Exchange, { values }: SettingsTargets): Promise<void> {
  const { request, namespace, pathname } = exchange;
  const name = `${namespace.name} ${pathname}`;
  if (request.method === 'GET') {
    sendJson(exchange, values.get(name) ?? 'null');
    return;
  }
  requireMethod(exchange, 'PUT');
  values.set(name, JSON.stringify(parseJson(await readText(exchange))));
  sendJson(exchange, DONE);
}

/** The names of the namespaces, including the requested one. */
function sendDatabases(exchange: Exchange, { namespaces }: SettingsTargets): void {
  requireMethod(exchange, 'GET');
  sendJson(exchange, JSON.stringify(namespaces.names.map((name) => ({ name }))));
}

/** `firebase database:profile` connects here, but nothing is sent. */
function openProfile(exchange: Exchange): void {
  requireMethod(exchange, 'GET');
  setHeaders(exchange);
  exchange.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  exchange.response.flushHeaders();
}

function requireMethod({ request }: Exchange, method: string): void {
  if (request.method !== method) throw new RestError(405, `The method ${request.method} is not supported.`);
}

async function readText(exchange: Exchange): Promise<string> {
  return (await readBody(exchange, MAX_SOCKET_WRITE_BYTES)).toString('utf8');
}

function parseJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RestError(400, 'The body is not JSON.');
  }
  if (isDeeperThan(MAX_DEPTH, json)) throw new RestError(400, 'The body is nested too deep.');
  return json;
}
