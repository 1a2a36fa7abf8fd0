// Lets the Functions emulator use the running Pub/Sub server at SAVEPOINT_PUBSUB_HOST
// (`host:port`), where functions with topics and schedules are subscribed. firebase-tools would
// start Google's emulator, which needs Java and a download.
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';
import { pubsubClient } from './pubsub-client.ts';
import type { PubsubEmulatorModule } from './pubsub-emulator.ts';
import { pubsubEvents } from './pubsub-events.ts';
import { pubsubExtensions } from './pubsub-extensions.ts';

interface RegistryModule {
  readonly EmulatorRegistry: {
    start(instance: Emulator): Promise<void>;
    isRunning(emulator: string): boolean;
  };
}

interface Emulator {
  readonly args: { readonly projectId: string };
  getName(): string;
}

/**
 * Registers PubsubEmulator before the Functions emulator looks for it, even if neither
 * firebase.json nor --only names it.
 */
const registry = patchModule<RegistryModule>('lib/emulator/registry.js', {
  expected: {
    'EmulatorRegistry with start(instance) that registers it, and isRunning(emulator)': ({
      EmulatorRegistry,
    }) =>
      EmulatorRegistry.start.length === 1 &&
      EmulatorRegistry.isRunning.length === 1 &&
      hasSource(EmulatorRegistry.start, /this\.set\(instance\.getName\(\), instance\)/),
  },
  apply({ EmulatorRegistry }, load) {
    if (!process.env.SAVEPOINT_PUBSUB_HOST) return;
    const { start } = EmulatorRegistry;
    EmulatorRegistry.start = async function startWithPubsub(instance) {
      if (instance.getName() === 'functions' && !this.isRunning('pubsub')) {
        const { PubsubEmulator } = load<PubsubEmulatorModule>('./pubsubEmulator');
        const { projectId } = instance.args;
        await start.call(this, new PubsubEmulator({ projectId }));
      }
      return start.call(this, instance);
    };
  },
});

export const pubsubServer: readonly PatchedModule[] = [
  registry,
  pubsubClient,
  pubsubEvents,
  pubsubExtensions,
];
