// Functions share a worker, so their output would not show which function printed it. The worker
// sends each line with the function's name (functions-worker/output-names.ts).
import type { NamedOutput } from '../functions-worker/protocol.ts';
import { hasSource, patchModule } from '../patch.ts';

/** An entry in a worker's log. */
interface RuntimeLog {
  readonly level: string;
  readonly text: string;
  readonly data?: Partial<NamedOutput['data']>;
}

interface EmulatorLogger {
  /** Added to the data of an entry. */
  readonly data?: object;
  log(type: string, text: string, data: object): void;
  handleRuntimeLog(log: RuntimeLog, ignore?: readonly string[]): void;
}

interface EmulatorLoggerModule {
  readonly EmulatorLogger: { readonly prototype: EmulatorLogger };
}

export const functionNames = patchModule<EmulatorLoggerModule>('lib/emulator/emulatorLogger.js', {
  expected: {
    'EmulatorLogger.handleRuntimeLog(log, ignore) with entries USER': ({ EmulatorLogger }) =>
      hasSource(EmulatorLogger.prototype.handleRuntimeLog, /"USER"/, /log\.text/, /tryParse/),
  },
  apply({ EmulatorLogger: { prototype } }) {
    const { handleRuntimeLog } = prototype;
    prototype.handleRuntimeLog = function handleNamedLog(entry, ignore) {
      const { level, text, data } = entry;
      if (level !== 'USER' || data?.function === undefined) return handleRuntimeLog.call(this, entry, ignore);
      return this.log('USER', `>  [${data.function}] ${text}`, { user: structured(text), ...this.data });
    };
  },
});

/** Parses output of the firebase-functions logger; other text is unchanged. */
function structured(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
