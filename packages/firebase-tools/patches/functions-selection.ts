// `--only functions:hello` loads only these functions, as `firebase deploy` deploys them, whereas
// emulators:start loads all. SAVEPOINT_ONLY_FUNCTIONS contains the comma-separated names: a
// function, a group, a codebase, or one of the first two after CODEBASE and a colon. A name that
// matches no function is reported.
import { hasSource, patchModule } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

export const functionsSelection = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.discoverTriggers(backend) that loadTriggers awaits': ({
      FunctionsEmulator: { prototype },
    }) =>
      prototype.discoverTriggers.length === 1 &&
      hasSource(prototype.loadTriggers, /await this\.discoverTriggers\(\w+\)/),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const names = process.env.SAVEPOINT_ONLY_FUNCTIONS?.split(',');
    if (names === undefined) return;
    const { connect, discoverTriggers } = prototype;
    const found = new Set<string>();
    const known = new Set<string>();
    prototype.discoverTriggers = async function discoverSelected(backend) {
      const codebases = this.staticBackends.map(({ codebase }) => codebase);
      const definitions = await discoverTriggers.call(this, backend);
      return definitions.filter(({ name }) => {
        known.add(name);
        const selecting = names.filter((each) => selects(each, name, backend.codebase, codebases));
        for (const each of selecting) found.add(each);
        return selecting.length > 0;
      });
    };
    prototype.connect = async function connectAndCheck() {
      await connect.call(this);
      warnOfUnknown(
        this,
        names.filter((name) => !found.has(name)),
        [...known],
      );
    };
  },
});

/** Returns whether a name selects a function, directly or through its group or codebase. */
function selects(selector: string, id: string, codebase: string, codebases: readonly string[]): boolean {
  const [first = '', name] = selector.split(':');
  if (name === undefined && codebases.includes(first)) return first === codebase;
  if (name !== undefined && first !== codebase) return false;
  const wanted = (name ?? first).replaceAll('.', '-');
  return id === wanted || id.startsWith(`${wanted}-`);
}

function warnOfUnknown(
  { logger }: FunctionsEmulator,
  names: readonly string[],
  known: readonly string[],
): void {
  const others = known.length === 0 ? 'none are loaded' : `loaded are ${known.join(', ')}`;
  for (const name of names) {
    const problem = `--only functions:${name}: no function has this name; ${others}.`;
    logger.logLabeled('WARN', 'functions', problem);
  }
}
