// A function of the second generation is a Cloud Run service, whose name is that of the function in
// lower case and with dashes instead of underscores. The Hosting emulator passes a rewrite to a
// service on to a function with the very name of the service, so that only a function without
// capital letters is reached.
exports.module = 'lib/hosting/cloudRunProxy.js';

exports.expected = {
  'default(options), a handler of rewrites that passes run.serviceId on as the name of a function': ({
    default: cloudRunProxy,
  }) =>
    cloudRunProxy.length === 1 &&
    /getHttpFunctionUrl\)?\(projectId, rewrite\.run\.serviceId, rewrite\.run\.region\)/.test(cloudRunProxy),
};

const DEFAULT_REGION = 'us-central1';

exports.apply = (proxies, load) => {
  const { EmulatorRegistry } = load('../emulator/registry');
  const { definitionsOf } = require('./hosting-functions.cjs');
  const cloudRunProxy = proxies.default;
  proxies.default = (options) => {
    const proxy = cloudRunProxy(options);
    return (rewrite) => {
      const { serviceId, region = DEFAULT_REGION } = rewrite.run ?? {};
      const functionOfService = definitionsOf(EmulatorRegistry.get('functions')).find(
        (each) => each.platform !== 'gcfv1' && each.region === region && serviceOf(each) === serviceId,
      );
      if (functionOfService === undefined) return proxy(rewrite);
      return proxy({ ...rewrite, run: { ...rewrite.run, serviceId: functionOfService.name } });
    };
  };
};

const serviceOf = ({ name }) => name.toLowerCase().replaceAll('_', '-');
