// A rewrite to a function without a region leads to that function wherever it runs, as deployment
// finds it; the Hosting emulator looks in us-central1 only.
exports.module = 'lib/hosting/functionsProxy.js';

exports.expected = {
  'functionsProxy(options) that takes a rewrite with its function.region': ({ functionsProxy }) =>
    functionsProxy.length === 1 && /region = rewrite\.function\.region \|\|/.test(functionsProxy),
};

/** The region of a function that runs in several. */
const DEFAULT_REGION = 'us-central1';

exports.apply = (proxies, load) => {
  const { errorRequestHandler } = load('./proxy');
  const { EmulatorRegistry } = load('../emulator/registry');
  const { functionsProxy } = proxies;
  proxies.functionsProxy = (options) => {
    const proxy = functionsProxy(options);
    return async (rewrite) => {
      const target =
        typeof rewrite.function === 'string'
          ? { functionId: rewrite.function, region: rewrite.region }
          : rewrite.function;
      if (target?.region !== undefined || target?.functionId === undefined) return proxy(rewrite);
      const regions = regionsOf(EmulatorRegistry.get('functions'), target.functionId);
      if (regions.length > 1 && !regions.includes(DEFAULT_REGION)) {
        return errorRequestHandler(
          `the function ${target.functionId} is in ${regions.join(' and ')}; the rewrite in firebase.json must name one as "region".`,
        );
      }
      const region = regions.length === 1 ? regions[0] : DEFAULT_REGION;
      return proxy({ ...rewrite, function: { ...target, region } });
    };
  };
};

function regionsOf(emulator, name) {
  return exports
    .definitionsOf(emulator)
    .filter((definition) => definition.name === name)
    .map(({ region }) => region);
}

/** Those of the code as it is loaded now (worker-environments.cjs). */
exports.definitionsOf = (emulator) =>
  Object.values(emulator?.workerPools ?? {}).flatMap(({ definitions }) => [...(definitions?.values() ?? [])]);
