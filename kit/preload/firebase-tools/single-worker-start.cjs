// Requests that arrive while a function's worker is starting wait for that worker instead of starting further ones.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.startRuntime(backend, trigger)': ({ FunctionsEmulator }) =>
    FunctionsEmulator.prototype.startRuntime.length === 2,
};

exports.apply = ({ FunctionsEmulator }) => {
  const { startRuntime } = FunctionsEmulator.prototype;
  const startsInProgress = new Map();
  FunctionsEmulator.prototype.startRuntime = function startRuntimeOnce(backend, trigger) {
    const key = `${backend.codebase} ${trigger?.id}`;
    if (!startsInProgress.has(key)) {
      const started = startRuntime.call(this, backend, trigger).finally(() => startsInProgress.delete(key));
      startsInProgress.set(key, started);
    }
    return startsInProgress.get(key);
  };
};
