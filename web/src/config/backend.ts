// Owns where the backend is: the Firebase configuration and, on a developer's machine, the emulators' addresses.
// Knows nothing of the SDKs. Sources, first one wins: build-time VITE_* variables; Hosting's reserved init address,
// which production and the Hosting emulator both serve, so one build runs against any project.

export interface BackendConfig {
  readonly apiKey: string;
  readonly authDomain: string;
  readonly projectId: string;
  readonly storageBucket: string;
  readonly messagingSenderId: string;
  readonly appId: string;
  /** host:port of each emulator; absent in production. */
  readonly emulators: { readonly firestore?: string; readonly auth?: string; readonly functions?: string };
}

/** The fields without which the services stay unavailable (specification, section 5). */
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

/** The names of required fields that are absent or empty. */
export function missingFields(fields: Fields): string[] {
  return REQUIRED_FIELDS.filter((name) => !fields[name]);
}

/** A project whose id starts with `demo-` exists only in emulators, so any identifiers will do. */
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
  const given: Record<string, string | undefined> = {
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
  };
  return { fields: present(given), emulators: present(emulators) };
}

function present(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

/** Reads the two objects out of Hosting's init script, e.g. `var firebaseConfig = {…};`. Undefined parts are absent. */
export function parseInitScript(script: string): { fields: Fields; emulators: Emulators } {
  const read = (name: string): Record<string, unknown> => {
    const found = new RegExp(`var ${name} = (\\{\\}|\\{[\\s\\S]*?\\n\\});`).exec(script)?.[1];
    return found === undefined ? {} : (JSON.parse(found) as Record<string, unknown>);
  };
  const emulators: Record<string, string> = {};
  for (const [name, value] of Object.entries(read('firebaseEmulators'))) {
    const { hostAndPort } = value as { hostAndPort?: string };
    if (hostAndPort) emulators[name] = hostAndPort;
  }
  return { fields: read('firebaseConfig') as Fields, emulators };
}

async function fromHosting(): Promise<{ fields: Fields; emulators: Emulators }> {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  const response = await fetch(local ? '/__/firebase/init.js?useEmulator=true' : '/__/firebase/init.json');
  if (!response.ok) throw new Error(`Hosting answered ${response.status} for the backend configuration.`);
  return local
    ? parseInitScript(await response.text())
    : { fields: (await response.json()) as Fields, emulators: {} };
}

let loading: Promise<BackendConfig | undefined> | undefined;

/** The backend's configuration, read once; undefined (and logged, naming what is missing) when it is not complete. */
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
    console.error('Firebase configuration could not be read.', cause);
    return undefined;
  }
}
