// The APIs called by the Admin SDK and the web SDK:
// https://firebase.google.com/docs/reference/remote-config/rest
import { createHash } from 'node:crypto';
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { type HttpExchange, readBody, sendJson } from '@savepoint/server/http/http-exchange';
import { parseJsonObject } from '@savepoint/server/http/parse-json';
import type { Client } from './condition.ts';
import { entriesFor, serverTemplate, type Template, templateProblem } from './template.ts';
import type { TemplateFile } from './template-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Handles the requests of `/v1/projects/`. */
export function createApi(file: TemplateFile): (exchange: HttpExchange) => Promise<boolean> {
  return async (exchange) => {
    const { request, segments } = exchange;
    const [version, projects, project = '', ...rest] = segments;
    if (version !== 'v1' || projects !== 'projects') return false;
    switch (`${request.method} ${rest.join('/')}`) {
      case 'GET remoteConfig':
        checkVersion(exchange, file);
        send(exchange, file, ({ template }) => template);
        return true;
      case 'PUT remoteConfig':
        await publish(exchange, file, project);
        return true;
      case 'GET remoteConfig:listVersions':
        send(exchange, file, ({ template }) => ({ versions: [template.version] }));
        return true;
      case 'GET namespaces/firebase-server/serverRemoteConfig':
        send(exchange, file, ({ template }) => serverTemplate(template));
        return true;
      case 'POST namespaces/firebase:fetch':
        await sendEntries(exchange, file, project);
        return true;
      default:
        return false;
    }
  };
}

/** Earlier versions exist only in the file's history. */
function checkVersion({ query }: HttpExchange, file: TemplateFile): void {
  const wanted = query.get('versionNumber') ?? query.get('version_number');
  if (wanted === null || wanted === file.read().template.version?.versionNumber) return;
  throw new RpcError(
    StatusCode.NOT_FOUND,
    `There is no version ${wanted}: only the version of the file is available.`,
  );
}

function send(
  { response }: HttpExchange,
  file: TemplateFile,
  bodyOf: (state: ReturnType<TemplateFile['read']>) => unknown,
  suffix = '',
): void {
  const state = file.read();
  response.setHeader('etag', state.etag + suffix);
  sendJson(response, bodyOf(state));
}

/** `publishTemplate`, which writes the file, and `validateTemplate`. */
async function publish(exchange: HttpExchange, file: TemplateFile, project: string): Promise<void> {
  const { request, query } = exchange;
  const template = parseJsonObject(await readBody(exchange)) as Template;
  const problem = templateProblem(template);
  if (problem !== undefined) {
    throw new RpcError(StatusCode.FAILED_PRECONDITION, `[VALIDATION_ERROR]: ${problem}`);
  }
  const { etag } = file.read();
  const wanted = request.headers['if-match'];
  if (wanted === undefined) throw invalidArgument('The request has no If-Match header.');
  if (wanted !== '*' && wanted !== etag) {
    throw new RpcError(
      StatusCode.FAILED_PRECONDITION,
      `[VERSION_MISMATCH]: Expected version ${wanted}, found ${etag} for project: ${project}`,
    );
  }
  if ((query.get('validate_only') ?? query.get('validateOnly')) === 'true') {
    return send(exchange, file, () => template, '-0');
  }
  file.publish(template);
  send(exchange, file, (state) => state.template);
}

/** Sends a client its values, or the information that nothing has changed. */
async function sendEntries(exchange: HttpExchange, file: TemplateFile, project: string): Promise<void> {
  const { request, response } = exchange;
  const client = readClient(parseJsonObject(await readBody(exchange)));
  const { template, etag } = file.read();
  const entries = entriesFor(template, client);
  // The same template has other values if the client's properties have changed.
  const tag = `${etag}-${project}-firebase-fetch-${hashOf(entries)}`;
  response.setHeader('etag', tag);
  response.setHeader('access-control-expose-headers', 'etag');
  const isSame = request.headers['if-none-match'] === tag;
  sendJson(response, {
    state: isSame ? 'NO_CHANGE' : Object.keys(entries).length === 0 ? 'EMPTY_CONFIG' : 'UPDATE',
    templateVersion: Number(template.version?.versionNumber),
    ...(!isSame && { entries }),
  });
}

function readClient(body: Fields): Client {
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : undefined);
  const fields = (name: string) =>
    typeof body[name] === 'object' && body[name] !== null ? (body[name] as Fields) : undefined;
  return {
    installationId: text('app_instance_id') ?? text('appInstanceId'),
    appId: text('app_id') ?? text('appId'),
    version: text('app_version') ?? text('appVersion'),
    build: text('app_build') ?? text('appBuild'),
    language: text('language_code') ?? text('languageCode'),
    country: text('country_code') ?? text('countryCode'),
    userProperties: fields('analytics_user_properties') ?? fields('analyticsUserProperties'),
    customSignals: fields('custom_signals') ?? fields('customSignals'),
    now: Date.now(),
  };
}

/** A short hash of the values. */
function hashOf(entries: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 8);
}
