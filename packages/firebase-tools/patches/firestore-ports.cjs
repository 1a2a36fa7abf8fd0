// firebase-tools checks that the ports of its emulators are free. Those of a Firestore that runs
// already (firestore-emulator.cjs) are not.
exports.module = 'lib/emulator/portUtils.js';

exports.expected = {
  'resolveHostAndAssignPorts(listenConfig) that takes a list of addresses as it is': ({
    resolveHostAndAssignPorts,
  }) =>
    resolveHostAndAssignPorts.length === 1 &&
    /config instanceof Array\) \{\s*result\[name\] = config/.test(resolveHostAndAssignPorts),
};

const PORTS = ['firestore', 'firestore.websocket'];

exports.apply = (portUtils) => {
  if (!process.env.SAVEPOINT_FIRESTORE_HOST) return;
  const { resolveHostAndAssignPorts } = portUtils;
  portUtils.resolveHostAndAssignPorts = (listenConfig) => {
    const entries = Object.entries(listenConfig).map(([name, config]) => {
      // A list has been resolved before.
      if (!PORTS.includes(name) || Array.isArray(config)) return [name, config];
      return [name, [{ address: config.host, family: 'IPv4', port: config.port }]];
    });
    return resolveHostAndAssignPorts(Object.fromEntries(entries));
  };
};
