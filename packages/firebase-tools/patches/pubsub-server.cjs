// Lets the Functions emulator use the Pub/Sub server at SAVEPOINT_PUBSUB_HOST (`host:port`), which
// runs already: functions with topics and schedules are subscribed there. firebase-tools would
// start Google's emulator, which needs Java and a download. pubsub-emulator.cjs makes its
// PubsubEmulator a client of that server; here it is registered before the Functions emulator looks
// for it, also where firebase.json and --only do not name it.
exports.module = 'lib/emulator/registry.js';

exports.expected = {
  'EmulatorRegistry with start(instance) that registers it, and isRunning(emulator)': ({
    EmulatorRegistry,
  }) =>
    EmulatorRegistry.start.length === 1 &&
    EmulatorRegistry.isRunning.length === 1 &&
    /this\.set\(instance\.getName\(\), instance\)/.test(EmulatorRegistry.start),
};

exports.apply = ({ EmulatorRegistry }, load) => {
  if (!process.env.SAVEPOINT_PUBSUB_HOST) return;
  const { start } = EmulatorRegistry;
  EmulatorRegistry.start = async function startWithPubSub(instance) {
    if (instance.getName() === 'functions' && !this.isRunning('pubsub')) {
      const { PubsubEmulator } = load('./pubsubEmulator');
      await start.call(this, new PubsubEmulator({ projectId: instance.args.projectId }));
    }
    return start.call(this, instance);
  };
};
