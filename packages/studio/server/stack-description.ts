// The description of a running stack: a JSON file that the kit writes. It is all that Studio knows
// about a stack.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const text = z.string('must be a string that is not empty').min(1, 'must be a string that is not empty');
const texts = z.array(z.string(), 'must be a list of strings');

/** Studio sends the owner's credentials to these addresses, so they must be on this machine. */
const localUrl = z
  .unknown()
  .refine(isLocalUrl, 'must be an http address of this machine, such as "http://127.0.0.1:8080"')
  .transform((url) => url.replace(/\/$/, ''));

/** Absent parts are null. */
function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, 'must be a JSON object').nullable().default(null);
}

/** Absent lists are empty. */
function list<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.object(shape, 'must be a JSON object'), 'must be a list').default([]);
}

const named = { name: text, label: text, url: localUrl };
const flag = z.boolean().catch(false);

const StackDescription = z.object(
  {
    projectId: text,
    /** Absolute path of the project. */
    folder: text,
    /** The app under development. `signInUrl` followed by a custom token opens it as an account. */
    app: part({ label: text, signInUrl: localUrl }),
    /** `state` is the state when the kit wrote the file; Studio queries running servers itself. */
    servers: list({ ...named, state: z.string().catch('unknown') }),
    /** `requestsUrl` is the WebSocket of the request monitor, without a path. */
    firestore: part({ url: localUrl, rulesFile: z.string().catch(''), requestsUrl: localUrl.optional() }),
    auth: part({ url: localUrl }),
    storage: part({ url: localUrl, rulesFile: z.string().catch('') }),
    /** The default instance of the Realtime Database, and all instances with rules. */
    database: part({
      ...{ url: localUrl, namespace: text, rulesFile: z.string().catch('') },
      instances: list({ namespace: text, rulesFile: text }),
    }),
    functions: part({ url: localUrl }),
    messaging: part({ url: localUrl }),
    remoteConfig: part({ url: localUrl }),
    /** The paths that Hosting rewrites to functions; null without Hosting. */
    hosting: part({ rewrites: list({ source: text, function: text }) }),
    mail: part({ url: localUrl }),
    /**
     * Pages of other servers, such as the mail inbox. Studio shows those with `hasFrame` in a
     * frame, which the page's own Content-Security-Policy must allow.
     */
    services: list({ ...named, hasFrame: flag }),
    eventLog: part({ url: localUrl }),
    /** True if the command `seed` has something to load. */
    hasSeed: flag,
    /**
     * How Studio runs a kit command for this stack: `[...argv, NAME, ...ARGUMENTS, ...flags]` in
     * `folder`.
     */
    commandLine: part({ argv: texts, flags: texts, folder: text }),
    /**
     * Absolute path of a Unix socket that responds to `GET /servers` with the servers that `server
     * stop|start|restart NAME` controls, `{"servers": [{"ports": ["..."], "state":
     * "starting|running|stopped|failed", "problem": "...", "note": "..."}]}`; null without such a
     * command.
     */
    control: text.nullable().default(null),
  },
  'must be a JSON object',
);

export type StackDescription = z.infer<typeof StackDescription>;
export type StackServer = StackDescription['servers'][number];
export type StackCommandLine = NonNullable<StackDescription['commandLine']>;

/**
 * Validates a description.
 * @throws Error that names the wrong part and the expected one
 */
export function parseStackDescription(value: unknown): StackDescription {
  const { data, error } = StackDescription.safeParse(value);
  if (data !== undefined) return data;
  const [{ path = [], message } = { message: error.message }] = error.issues;
  const name = path.length === 0 ? 'The description' : `"${path.join('.')}"`;
  throw new Error(`${name} ${message}.`);
}

/**
 * Reads a description from a file.
 * @throws Error when it cannot be read or is not valid
 */
export function readStackDescription(file: string): StackDescription {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not a readable JSON file: ${(error as Error).message}`);
  }
  return parseStackDescription(json);
}

function isLocalUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && /^(https?|ws):$/.test(url.protocol) && LOOPBACK.test(url.hostname);
}
