// A rewrite to a function without a region reaches that function in any region, as in a deployment;
// the Hosting emulator looks only in us-central1.
import { hasSource, patchModule } from '../patch.ts';
import type { Definition, WorkerPool } from './functions-emulator.ts';

/** The preferred region for a function that runs in several. */
const DEFAULT_REGION = 'us-central1';

interface Target {
  readonly functionId: string;
  readonly region?: string | undefined;
}

interface Rewrite {
  readonly function?: string | Target;
  readonly region?: string;
}

interface FunctionsProxy {
  functionsProxy(options: object): (rewrite: Rewrite) => Promise<unknown>;
}

/** The used parts of lib/emulator/registry.js. */
export interface Registry {
  readonly EmulatorRegistry: { get(name: string): RegisteredEmulator | undefined };
}

interface RegisteredEmulator {
  readonly workerPools?: Readonly<Record<string, WorkerPool>>;
}

interface ProxyModule {
  errorRequestHandler(message: string): unknown;
}

export const hostingFunctions = patchModule<FunctionsProxy>('lib/hosting/functionsProxy.js', {
  expected: {
    'functionsProxy(options) that takes a rewrite with its function.region': ({ functionsProxy }) =>
      functionsProxy.length === 1 && hasSource(functionsProxy, /region = rewrite\.function\.region \|\|/),
  },
  apply(proxies, load) {
    const { errorRequestHandler } = load<ProxyModule>('./proxy');
    const { EmulatorRegistry } = load<Registry>('../emulator/registry');
    const { functionsProxy } = proxies;
    proxies.functionsProxy = (options) => {
      const proxy = functionsProxy(options);
      return async (rewrite) => {
        const target =
          typeof rewrite.function === 'string'
            ? { functionId: rewrite.function, region: rewrite.region }
            : rewrite.function;
        if (target?.functionId === undefined || target.region !== undefined) return proxy(rewrite);
        const regions = definitionsOf(EmulatorRegistry.get('functions'))
          .filter(({ name }) => name === target.functionId)
          .map(({ region }) => region);
        if (regions.length > 1 && !regions.includes(DEFAULT_REGION)) {
          return errorRequestHandler(
            `the function ${target.functionId} is in ${regions.join(' and ')}; the rewrite in firebase.json must name one as "region".`,
          );
        }
        const region = regions.length === 1 ? regions[0] : DEFAULT_REGION;
        return proxy({ ...rewrite, function: { ...target, region } });
      };
    };
  },
});

/** The functions of the currently loaded code (worker-environments.ts). */
export function definitionsOf(emulator: RegisteredEmulator | undefined): Definition[] {
  return Object.values(emulator?.workerPools ?? {}).flatMap(({ definitions }) => [
    ...(definitions?.values() ?? []),
  ]);
}
