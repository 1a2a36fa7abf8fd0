// Lets firebase-tools use the running Firestore server at SAVEPOINT_FIRESTORE_HOST (`host:port`),
// whose host and port are those in firebase.json. firebase-tools would download Google's emulator
// and start it with Java. Everything else stays: the hub lists Firestore, exports it and disables
// its triggers, and functions register with it and find it. The code that starts the server loads
// rules and data.
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';

interface Programs {
  requiresJava(emulator: string): boolean;
}

/** By port name: where to listen, or already resolved addresses. */
type ListenConfig = Readonly<Record<string, HostAndPort | readonly Address[]>>;

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

interface Address {
  readonly address: string;
  readonly family: string;
  readonly port: number;
}

interface PortUtils {
  resolveHostAndAssignPorts(config: ListenConfig): Promise<Readonly<Record<string, readonly Address[]>>>;
}

interface FirestoreModule {
  readonly FirestoreEmulator: {
    readonly prototype: { start(): Promise<void>; stop(): Promise<void> };
  };
}

/** The emulators that are already running, whose ports are in use. */
function separateServers(): readonly string[] {
  const { SAVEPOINT_FIRESTORE_HOST, SAVEPOINT_DATABASE_HOST } = process.env;
  return [
    ...(SAVEPOINT_FIRESTORE_HOST ? ['firestore'] : []),
    ...(SAVEPOINT_DATABASE_HOST ? ['database'] : []),
  ];
}

/**
 * firebase-tools requires Java for Storage rules, too. storage-rules.ts evaluates them in this
 * process, wherever Firestore runs.
 */
const java = patchModule<Programs>('lib/emulator/downloadableEmulators.js', {
  expected: {
    'requiresJava(name)': ({ requiresJava }) => requiresJava.length === 1,
  },
  apply(programs) {
    const replaced = ['storage', ...separateServers()];
    const { requiresJava } = programs;
    programs.requiresJava = (emulator) => !replaced.includes(emulator) && requiresJava(emulator);
  },
});

/** firebase-tools checks that its emulators' ports are free, but these are in use. */
const ports = patchModule<PortUtils>('lib/emulator/portUtils.js', {
  expected: {
    'resolveHostAndAssignPorts(listenConfig) that takes a list of addresses as it is': ({
      resolveHostAndAssignPorts,
    }) =>
      resolveHostAndAssignPorts.length === 1 &&
      hasSource(resolveHostAndAssignPorts, /config instanceof Array\) \{\s*result\[name\] = config/),
  },
  apply(portUtils) {
    const names = separateServers().flatMap((name) => [name, `${name}.websocket`]);
    if (names.length === 0) return;
    const { resolveHostAndAssignPorts } = portUtils;
    portUtils.resolveHostAndAssignPorts = (listenConfig) => {
      const entries = Object.entries(listenConfig).map(([name, config]) => {
        if (!names.includes(name) || !('host' in config)) return [name, config] as const;
        return [name, [{ address: config.host, family: 'IPv4', port: config.port }]] as const;
      });
      return resolveHostAndAssignPorts(Object.fromEntries(entries));
    };
  },
});

const client = patchModule<FirestoreModule>('lib/emulator/firestoreEmulator.js', {
  expected: {
    'FirestoreEmulator with start(), which downloadableEmulators starts, and stop()': ({
      FirestoreEmulator: { prototype },
    }) =>
      hasSource(prototype.start, /downloadableEmulators\.start\(/) &&
      hasSource(prototype.stop, /downloadableEmulators\.stop\(/),
  },
  apply({ FirestoreEmulator: { prototype } }) {
    if (!process.env.SAVEPOINT_FIRESTORE_HOST) return;
    // EmulatorRegistry waits until something listens on its port.
    prototype.start = async () => undefined;
    prototype.stop = async () => undefined;
  },
});

export const firestoreServer: readonly PatchedModule[] = [java, ports, client];
