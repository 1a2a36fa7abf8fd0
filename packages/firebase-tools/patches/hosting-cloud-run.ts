// A function of the second generation is a Cloud Run service, whose name is that of the function in
// lower case and with dashes instead of underscores. The Hosting emulator passes a rewrite to a
// service on to a function with the very name of the service, so that only a function without
// capital letters is reached.
import { hasSource, patchModule } from '../patch.ts';
import type { Definition } from './functions-emulator.ts';
import { definitionsOf, type Registry } from './hosting-functions.ts';

const DEFAULT_REGION = 'us-central1';

interface Rewrite {
  readonly run?: { readonly serviceId: string; readonly region?: string };
}

interface CloudRunProxy {
  default(options: object): (rewrite: Rewrite) => unknown;
}

export const hostingCloudRun = patchModule<CloudRunProxy>('lib/hosting/cloudRunProxy.js', {
  expected: {
    'default(options), a handler of rewrites that passes run.serviceId on as the name of a function': ({
      default: cloudRunProxy,
    }) =>
      cloudRunProxy.length === 1 &&
      hasSource(
        cloudRunProxy,
        /getHttpFunctionUrl\)?\(projectId, rewrite\.run\.serviceId, rewrite\.run\.region\)/,
      ),
  },
  apply(proxies, load) {
    const { EmulatorRegistry } = load<Registry>('../emulator/registry');
    const cloudRunProxy = proxies.default;
    proxies.default = (options) => {
      const proxy = cloudRunProxy(options);
      return (rewrite) => {
        const { run } = rewrite;
        const functionOfService = definitionsOf(EmulatorRegistry.get('functions')).find(
          (each) =>
            each.platform !== 'gcfv1' &&
            each.region === (run?.region ?? DEFAULT_REGION) &&
            serviceOf(each) === run?.serviceId,
        );
        if (run === undefined || functionOfService === undefined) return proxy(rewrite);
        return proxy({ ...rewrite, run: { ...run, serviceId: functionOfService.name } });
      };
    };
  },
});

function serviceOf({ name }: Definition): string {
  return name.toLowerCase().replaceAll('_', '-');
}
