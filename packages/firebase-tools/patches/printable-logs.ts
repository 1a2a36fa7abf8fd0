// The emulators' messages quote requests: a Storage path, an email address in Auth. A terminal
// would interpret their control characters, and a line break could forge a line. Output of
// functions is unchanged, because it comes from the developer's code.
import { printable } from '@savepoint/server/guard/preload';
import { type Patch, patchModule } from '../patch.ts';

interface EmulatorLogger {
  readonly name: string;
  log(type: string, text: unknown, data?: unknown): unknown;
  logLabeled(type: string, label: string, text: unknown): unknown;
}

interface EmulatorLoggerModule {
  readonly EmulatorLogger: (new (name: string) => EmulatorLogger) & { readonly prototype: EmulatorLogger };
}

const QUOTING = new Set(['auth', 'storage', 'pubsub', 'eventarc', 'database']);

export const printableLogs: Patch = {
  name: 'printable-logs',
  reason: 'requests cannot control the terminal',
  upstream: ['docs/upstream/printable-logs.md'],
  modules: [
    patchModule<EmulatorLoggerModule>('lib/emulator/emulatorLogger.js', {
      expected: {
        'EmulatorLogger with name, log(type, text, data) and logLabeled(type, label, text)': ({
          EmulatorLogger,
        }) => {
          const { log, logLabeled } = EmulatorLogger.prototype;
          return new EmulatorLogger('auth').name === 'auth' && log.length === 3 && logLabeled.length === 3;
        },
      },
      apply({ EmulatorLogger: { prototype } }) {
        const { log, logLabeled } = prototype;
        prototype.log = function logLine(type, text, data) {
          return log.call(this, type, lineOf(this, text), data);
        };
        prototype.logLabeled = function logLabeledLine(type, label, text) {
          return logLabeled.call(this, type, label, lineOf(this, text));
        };
      },
    }),
  ],
};

/** Stack traces stay below their message. */
function lineOf({ name }: EmulatorLogger, text: unknown): unknown {
  if (!QUOTING.has(name) || typeof text !== 'string') return text;
  return text
    .split(/\n(?= +at )/)
    .map((line) => printable(line))
    .join('\n');
}
