import { randomBytes } from 'node:crypto';
import { serverUrl } from 'savepoint-stack/config/environment';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { isCallable, listBackends, type Trigger } from 'savepoint-stack/emulators/loaded-functions';
import { fetchServer } from 'savepoint-stack/processes/fetch-server';
import { UserError } from 'savepoint-stack/user-error';

export interface FunctionCall {
  readonly name: string;
  /** `data` of a callable, or the body for another HTTP function. */
  readonly data: unknown;
  /** The uid of the calling account; signed out if absent. */
  readonly uid?: string | undefined;
}

export interface FunctionResponse {
  readonly status: number;
  readonly body: string;
  /** Id of the trace that the call began. */
  readonly traceId: string;
}

interface Ports {
  readonly functions: number;
  readonly auth: number;
}

/**
 * Calls a callable or another HTTP function of a running stack, in a separate trace.
 * @throws UserError for an unknown function or account, and for a function that is not called over
 * HTTP
 */
export async function callFunction(
  ports: Ports,
  projectId: string,
  { name, data, uid }: FunctionCall,
): Promise<FunctionResponse> {
  const trigger = await findFunction(ports.functions, name);
  if (trigger.schedule !== undefined) {
    throw new UserError(`${name} runs on a schedule`, 'Run it with the tool or the command "schedule".');
  }
  if (trigger.eventTrigger !== undefined) {
    throw new UserError(`${name} runs after an event`, 'Write the document or the file that triggers it.');
  }
  const traceId = randomBytes(16).toString('hex');
  const response = await fetchServer(
    'The Functions emulator',
    `${serverUrl(ports.functions)}/${projectId}/${trigger.region}/${name}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
        ...(await appCheckHeader(ports.functions, projectId)),
        ...(uid === undefined ? {} : { authorization: `Bearer ${await signIn(ports.auth, projectId, uid)}` }),
      },
      body: JSON.stringify(isCallable(trigger) ? { data: data ?? null } : (data ?? {})),
    },
  );
  return { status: response.status, body: await response.text(), traceId };
}

/** The web app in the App Check tokens. */
const APP_ID = '1:0:web:0';

/** An App Check token as sent by an app's SDK; none if the stack issues none. */
async function appCheckHeader(port: number, projectId: string): Promise<Record<string, string>> {
  const response = await fetchServer(
    'The Functions emulator',
    `${serverUrl(port)}/v1/projects/${projectId}/apps/${APP_ID}:exchangeDebugToken`,
    { method: 'POST', body: JSON.stringify({ debug_token: 'savepoint' }) },
  );
  if (!response.ok) return {};
  const { token } = (await response.json()) as { token: string };
  return { 'x-firebase-appcheck': token };
}

async function findFunction(port: number, name: string): Promise<Trigger> {
  const backends = await listBackends({ ports: { functions: port }, servers: ['functions'] });
  const triggers = backends.flatMap(({ functionTriggers }) => functionTriggers);
  const found = triggers.find(({ entryPoint }) => entryPoint === name);
  if (found !== undefined) return found;
  const unloaded = backends.flatMap((backend) => backend.unloaded ?? []);
  const reasons = unloaded.map(({ reason, remedy }) => `Not loaded: ${reason}. ${remedy}`);
  const names = triggers.map(({ entryPoint }) => entryPoint);
  const remedy = ['The tool list_functions says what triggers each.', ...reasons].join('\n');
  throw unknownName('function', name, names, remedy);
}

/** An ID token of an account, from the Auth emulator, which accepts unsigned custom tokens. */
async function signIn(port: number, projectId: string, uid: string): Promise<string> {
  const api = `${serverUrl(port)}/identitytoolkit.googleapis.com/v1`;
  const lookup = await post(`${api}/projects/${projectId}/accounts:lookup`, { localId: [uid] });
  if (!Array.isArray(lookup.users) || lookup.users.length === 0) {
    throw new UserError(`There is no account "${uid}"`, 'Pass the uid of an account in the Auth emulator.');
  }
  const token = JSON.stringify({ uid });
  const { idToken } = await post(`${api}/accounts:signInWithCustomToken?key=any`, {
    token,
    returnSecureToken: true,
  });
  if (typeof idToken === 'string') return idToken;
  throw new UserError(`"${uid}" cannot sign in`, 'The account may be disabled.');
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetchServer('Auth', url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}
