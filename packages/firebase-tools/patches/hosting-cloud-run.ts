// A second-generation function is a Cloud Run service, whose name is the function's in lower case
// with dashes instead of underscores. The Hosting emulator forwards a rewrite for a service to a
// function with exactly the service's name, so it reaches only functions without capital letters
// and underscores.
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
