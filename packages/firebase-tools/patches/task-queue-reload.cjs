// When the functions are loaded again, the Functions emulator leaves alone those whose name and
// event trigger are as before, so changed limits and retries of a queue would take effect at the
// next start only. This registers known queues again.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.loadTriggers(backend) that awaits discoverTriggers(backend)': ({ FunctionsEmulator }) =>
    /triggerDefinitions = await this\.discoverTriggers\(\w+\)/.test(
      FunctionsEmulator.prototype.loadTriggers,
    ) && FunctionsEmulator.prototype.discoverTriggers.length === 1,
  'FunctionsEmulator.addTaskQueueTrigger(projectId, location, entryPoint, defaultUri, taskQueueTrigger)': ({
    FunctionsEmulator,
  }) => FunctionsEmulator.prototype.addTaskQueueTrigger.length === 5,
  'FunctionsEmulator.getHttpFunctionUrl(projectId, name, region, info)': ({ FunctionsEmulator }) =>
    FunctionsEmulator.getHttpFunctionUrl.length === 4,
};

exports.apply = ({ FunctionsEmulator }) => {
  const { discoverTriggers } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.discoverTriggers = async function discoverAndUpdateQueues(backend) {
    const definitions = await discoverTriggers.call(this, backend);
    const known = new Set(Object.values(this.triggers).map(({ def }) => def.entryPoint));
    const { projectId } = this.args;
    for (const { name, region, entryPoint, taskQueueTrigger } of definitions) {
      if (taskQueueTrigger === undefined || !known.has(entryPoint)) continue;
      const url = FunctionsEmulator.getHttpFunctionUrl(projectId, name, region);
      await this.addTaskQueueTrigger(projectId, region, name, url, taskQueueTrigger);
    }
    return definitions;
  };
};
