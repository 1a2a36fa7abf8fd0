// The Firebase configuration, and the emulators' hosts on a developer's machine. It comes from the
// build's VITE_* variables, else from Hosting's reserved URL /__/firebase/init.json, which
// production and the Hosting emulator serve, so one build runs against any project.

export interface BackendConfig {
  readonly apiKey: string;
  readonly authDomain: string;
  readonly projectId: string;
  readonly storageBucket: string;
  readonly messagingSenderId: string;
  readonly appId: string;
  /** host:port of each emulator; absent in production. */
  readonly emulators: {
    readonly firestore?: string;
    readonly auth?: string;
    readonly functions?: string;
    readonly storage?: string;
  };
}

/** The required fields of the services (specification, section 5). */
export const REQUIRED_FIELDS = [
  'apiKey',
  'authDomain',
  'projectId',
  'storageBucket',
  'messagingSenderId',
  'appId',
] as const;

type Fields = Partial<Record<(typeof REQUIRED_FIELDS)[number], string>>;
type Emulators = BackendConfig['emulators'];

/** The required fields that are absent or empty. */
export function missingFields(fields: Fields): string[] {
  return REQUIRED_FIELDS.filter((name) => !fields[name]);
}

/**
 * True for a project that exists in emulators only: the Firebase CLI reserves the prefix `demo-`
 * for them.
 */
export function isDemoProject(projectId: string | undefined): boolean {
  return projectId?.startsWith('demo-') ?? false;
}

function withDemoDefaults(fields: Fields): Fields {
  if (!isDemoProject(fields.projectId)) return fields;
  return {
    apiKey: 'demo-api-key',
    authDomain: `${fields.projectId}.firebaseapp.com`,
    storageBucket: `${fields.projectId}.appspot.com`,
    messagingSenderId: '0',
    appId: '1:0:web:0',
    ...fields,
  };
}

function fromEnvironment(): { fields: Fields; emulators: Emulators } | undefined {
  const env = import.meta.env;
  const projectId = env.VITE_PROJECT_ID;
  if (!projectId) return undefined;
  const fields: Record<string, string | undefined> = {
    apiKey: env.VITE_API_KEY,
    authDomain: env.VITE_AUTH_DOMAIN,
    projectId,
    storageBucket: env.VITE_STORAGE_BUCKET,
    messagingSenderId: env.VITE_MESSAGING_SENDER_ID,
    appId: env.VITE_APP_ID,
  };
  const emulators: Record<string, string | undefined> = {
    firestore: env.VITE_FIRESTORE_EMULATOR_HOST,
    auth: env.VITE_AUTH_EMULATOR_HOST,
    functions: env.VITE_FUNCTIONS_EMULATOR_HOST,
    storage: env.VITE_STORAGE_EMULATOR_HOST,
  };
  const addresses = Object.entries(withoutEmpty(emulators)).map(([name, address]) => [
    name,
    onHost(location.hostname, address),
  ]);
  return { fields: withoutEmpty(fields), emulators: Object.fromEntries(addresses) };
}

/**
 * The address of an emulator for a page at this host: a phone that opens the shop by an address of
 * the developer's machine (`npm start -- --host 0.0.0.0`) reaches the emulators there.
 */
export function onHost(hostname: string, address: string): string {
  return isLoopbackHost(hostname) ? address : address.replace(/^127\.0\.0\.1(?=:)/, hostname);
}

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

/**
 * Parses the two objects of Hosting's init script (`var firebaseConfig = {…};`, `var
 * firebaseEmulators = {…};`).
 */
export function parseInitScript(script: string): { fields: Fields; emulators: Emulators } {
  const read = (name: string): Record<string, unknown> => {
    const json = new RegExp(`var ${name} = (\\{\\}|\\{[\\s\\S]*?\\n\\});`).exec(script)?.[1];
    return json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>);
  };
  const emulators: Record<string, string> = {};
  for (const [name, value] of Object.entries(read('firebaseEmulators'))) {
    const { hostAndPort } = value as { hostAndPort?: string };
    if (hostAndPort) emulators[name] = hostAndPort;
  }
  return { fields: read('firebaseConfig') as Fields, emulators };
}

/** True for a host name of this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

async function fromHosting(): Promise<{ fields: Fields; emulators: Emulators }> {
  const local = isLoopbackHost(location.hostname);
  const response = await fetch(local ? '/__/firebase/init.js?useEmulator=true' : '/__/firebase/init.json');
  if (!response.ok)
    throw new Error(`Hosting returned HTTP ${response.status} for the Firebase configuration.`);
  return local
    ? parseInitScript(await response.text())
    : { fields: (await response.json()) as Fields, emulators: {} };
}

let loading: Promise<BackendConfig | undefined> | undefined;

/**
 * The configuration, loaded once; after a failed read, for example without a network, the next call
 * reads it again. Undefined if it is incomplete; the missing fields are logged. Never rejects.
 */
export function loadBackendConfig(): Promise<BackendConfig | undefined> {
  loading ??= readBackendConfig();
  return loading;
}

async function readBackendConfig(): Promise<BackendConfig | undefined> {
  try {
    const { fields, emulators } = fromEnvironment() ?? (await fromHosting());
    const complete = withDemoDefaults(fields);
    const missing = missingFields(complete);
    if (missing.length > 0) {
      console.error(`Firebase configuration is incomplete. Missing fields: ${missing.join(', ')}.`);
      return undefined;
    }
    return { ...(complete as Required<Fields>), emulators };
  } catch (cause) {
    loading = undefined;
    console.error('Firebase configuration could not be read.', cause);
    return undefined;
  }
}
