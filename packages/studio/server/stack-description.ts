// The description of a running stack: a JSON file that the kit writes. Studio knows of a stack only
// what it says.
import { readFileSync } from 'node:fs';

/**
 * A server of the stack. `state` is what the kit knew when it wrote the file; Studio asks the
 * server itself while it runs.
 */
export interface StackServer {
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly state: string;
}

/** A page of another server, such as the mail inbox. */
interface StackService {
  readonly name: string;
  readonly label: string;
  readonly url: string;
  /** Whether Studio shows it in a frame, which the page's own policy must allow. */
  readonly hasFrame: boolean;
}

/**
 * How Studio runs a command of the kit for this stack: `[...argv, NAME, ...ARGUMENTS, ...flags]` in
 * `folder`.
 */
export interface StackCommandLine {
  readonly argv: readonly string[];
  readonly flags: readonly string[];
  readonly folder: string;
}

/** A rewrite of firebase.json to a function. */
interface StackRewrite {
  readonly source: string;
  readonly function: string;
}

export interface StackDescription {
  readonly projectId: string;
  /** The app under development: `signInUrl` followed by a custom token opens it as an account. */
  readonly app: { readonly label: string; readonly signInUrl: string } | null;
  /** Absolute path of the project. */
  readonly folder: string;
  readonly servers: readonly StackServer[];
  /** `requestsUrl` is the WebSocket of the request monitor, without a path. */
  readonly firestore: {
    readonly url: string;
    readonly rulesFile: string;
    readonly requestsUrl?: string;
  } | null;
  readonly auth: { readonly url: string } | null;
  readonly storage: { readonly url: string } | null;
  readonly functions: { readonly url: string } | null;
  /** Which paths Hosting rewrites to functions; null without Hosting. */
  readonly hosting: { readonly rewrites: readonly StackRewrite[] } | null;
  readonly mail: { readonly url: string } | null;
  readonly services: readonly StackService[];
  readonly eventLog: { readonly url: string } | null;
  /** Whether the command `seed` has something to load. */
  readonly hasSeed: boolean;
  readonly commandLine: StackCommandLine | null;
  /**
   * Absolute path of a Unix socket that responds to `GET /servers` with the servers that the
   * command `server stop|start|restart NAME` has, `{"servers": [{"name": "...", "state":
   * "starting|running|stopped|failed", "problem": "..."}]}`; null without such a command.
   */
  readonly control: string | null;
}

/** The description is not usable; the message says which part and what is expected. */
export class StackDescriptionError extends Error {}

type Json = { readonly [name: string]: unknown };

const PARTS = ['firestore', 'auth', 'storage', 'functions', 'mail', 'eventLog'] as const;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Validates a description. Parts that are absent are null, lists that are absent are empty.
 * @throws StackDescriptionError
 */
export function parseStackDescription(value: unknown): StackDescription {
  const stack = object(value, 'The description');
  const parts = Object.fromEntries(PARTS.map((name) => [name, part(stack, name)])) as Pick<
    StackDescription,
    (typeof PARTS)[number]
  >;
  return {
    projectId: text(stack, 'projectId'),
    folder: text(stack, 'folder'),
    app: app(stack.app),
    hosting: hosting(stack.hosting),
    servers: list(stack, 'servers').map((each) => {
      const { state } = each;
      return { ...namedUrl(each, 'servers'), state: typeof state === 'string' ? state : 'unknown' };
    }),
    services: list(stack, 'services').map((each) => ({
      ...namedUrl(each, 'services'),
      hasFrame: each.hasFrame === true,
    })),
    hasSeed: stack.hasSeed === true,
    commandLine: commandLine(stack.commandLine),
    control: typeof stack.control === 'string' ? text(stack, 'control') : null,
    ...parts,
  };
}

/**
 * Reads a description from a file.
 * @throws StackDescriptionError when it cannot be read or is not valid
 */
export function readStackDescription(file: string): StackDescription {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StackDescriptionError(`${file} is not a readable JSON file: ${(error as Error).message}`);
  }
  return parseStackDescription(json);
}

function part(stack: Json, name: string): { url: string; rulesFile: string } | null {
  const value = stack[name];
  if (value === undefined || value === null) return null;
  const found = object(value, `"${name}"`);
  const url = localUrl(found.url, `"${name}.url"`);
  const requestsUrl =
    found.requestsUrl === undefined
      ? {}
      : { requestsUrl: localUrl(found.requestsUrl, '"firestore.requestsUrl"') };
  return { url, rulesFile: typeof found.rulesFile === 'string' ? found.rulesFile : '', ...requestsUrl };
}

function app(value: unknown): StackDescription['app'] {
  if (value === undefined || value === null) return null;
  const found = object(value, '"app"');
  return { label: text(found, 'label', 'app'), signInUrl: localUrl(found.signInUrl, '"app.signInUrl"') };
}

function hosting(value: unknown): StackDescription['hosting'] {
  if (value === undefined || value === null) return null;
  const rewrites = list(object(value, '"hosting"'), 'rewrites').map((each) => ({
    source: text(each, 'source', 'hosting.rewrites'),
    function: text(each, 'function', 'hosting.rewrites'),
  }));
  return { rewrites };
}

function namedUrl(each: Json, name: string): Omit<StackService, 'hasFrame'> {
  return {
    name: text(each, 'name', name),
    label: text(each, 'label', name),
    url: localUrl(each.url, `"${name}" has a url that`),
  };
}

function commandLine(value: unknown): StackCommandLine | null {
  if (value === undefined || value === null) return null;
  const found = object(value, '"commandLine"');
  const texts = (name: string) => {
    const each = found[name];
    if (!Array.isArray(each) || each.some((item) => typeof item !== 'string')) {
      throw new StackDescriptionError(`"commandLine.${name}" must be a list of strings.`);
    }
    return each as string[];
  };
  return { argv: texts('argv'), flags: texts('flags'), folder: text(found, 'folder', 'commandLine') };
}

function object(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new StackDescriptionError(`${what} must be a JSON object.`);
}

function text(from: Json, name: string, parent?: string): string {
  const value = from[name];
  if (typeof value === 'string' && value !== '') return value;
  const path = parent === undefined ? name : `${parent}.${name}`;
  throw new StackDescriptionError(`"${path}" must be a string that is not empty.`);
}

function list(from: Json, name: string): Json[] {
  const value = from[name] ?? [];
  if (!Array.isArray(value)) throw new StackDescriptionError(`"${name}" must be a list.`);
  return value.map((each) => object(each, `Each of "${name}"`));
}

/** Studio sends the owner's credentials to these addresses, so they must be this machine's. */
function localUrl(value: unknown, what: string): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url !== null && /^(https?|ws):$/.test(url.protocol) && LOOPBACK.test(url.hostname)) {
    return (value as string).replace(/\/$/, '');
  }
  throw new StackDescriptionError(
    `${what} must be an http address of this machine, such as "http://127.0.0.1:8080".`,
  );
}
