// Lets the Functions emulator use the Cloud Tasks emulator at CLOUD_TASKS_EMULATOR_HOST
// (`host:port`), a process of its own (packages/tasks). firebase-tools' own one ignores schedule
// times, makes one attempt too many, keeps its place while a task waits for a retry, and loses its
// tasks when the functions are loaded again. Its TasksEmulator starts nothing then, and its port is
// not looked up, because it is in use; firebase-tools waits until it is.
exports.module = 'lib/emulator/tasksEmulator.js';

exports.expected = {
  'TasksEmulator.start() that lets createHubServer() listen': ({ TasksEmulator }) =>
    /this\.createHubServer\(\)\.listen\(port, host\)/.test(TasksEmulator.prototype.start),
  'TasksEmulator.getInfo() that returns args.host and args.port': ({ TasksEmulator }) =>
    /this\.args\.host \|\|.*this\.args\.port \|\|/s.test(TasksEmulator.prototype.getInfo),
};

exports.apply = ({ TasksEmulator: { prototype } }, load) => {
  const address = process.env.CLOUD_TASKS_EMULATOR_HOST;
  if (!address) return;
  const { hostname, port } = new URL(`http://${address}`);
  const listening = [{ address: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }];
  const portUtils = load('./portUtils');
  const { resolveHostAndAssignPorts } = portUtils;
  // A list is taken as it is.
  portUtils.resolveHostAndAssignPorts = (config) =>
    resolveHostAndAssignPorts('tasks' in config ? { ...config, tasks: listening } : config);
  prototype.start = async () => undefined;
  prototype.stop = async () => undefined;
};
