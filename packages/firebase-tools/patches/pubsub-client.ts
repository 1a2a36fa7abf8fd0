// Makes PubsubEmulator a client of the server at SAVEPOINT_PUBSUB_HOST.
import { hasSource, patchModule } from '../patch.ts';
import type { PubsubEmulator, PubsubEmulatorModule } from './pubsub-emulator.ts';

/** The used parts of lib/error.js. */
interface Errors {
  readonly FirebaseError: new (message: string) => Error;
}

export const pubsubClient = patchModule<PubsubEmulatorModule>('lib/emulator/pubsubEmulator.js', {
  expected: {
    'PubsubEmulator with start() and getInfo() of downloadableEmulators': ({
      PubsubEmulator: { prototype },
    }) =>
      hasSource(prototype.start, /downloadableEmulators\.start\(/) &&
      hasSource(prototype.getInfo, /this\.args\.port/),
    'PubsubEmulator.stop() that closes the subscriptions of subscriptionForTopic and _pubsub': ({
      PubsubEmulator: { prototype },
    }) =>
      hasSource(
        prototype.stop,
        /this\.subscriptionForTopic\.clear\(\)/,
        /this\.triggersForTopic\.clear\(\)/,
        /this\._pubsub = undefined/,
      ),
    'PubsubEmulator.maybeCreateTopicAndSub(topicName) that returns the subscription': ({
      PubsubEmulator: { prototype },
    }) =>
      prototype.maybeCreateTopicAndSub.length === 1 &&
      hasSource(prototype.maybeCreateTopicAndSub, /return sub;/),
  },
  apply({ PubsubEmulator: { prototype } }, load) {
    const address = process.env.SAVEPOINT_PUBSUB_HOST;
    if (!address) return;
    const { hostname = '', port = '' } = URL.parse(`http://${address}`) ?? {};
    const host = hostname.replace(/^\[|\]$/g, '');
    prototype.start = async () => {
      const { FirebaseError } = load<Errors>('../error');
      if (port === '') throw new FirebaseError(`SAVEPOINT_PUBSUB_HOST is ${address}: expected HOST:PORT.`);
      await fetch(`http://${address}/`).catch(() => {
        throw new FirebaseError(
          `Nothing listens at SAVEPOINT_PUBSUB_HOST=${address}. Start it: npx savepoint-pubsub --port ${port}`,
        );
      });
    };
    prototype.stop = async function stopClient() {
      await forgetSubscriptions(this);
    };
    prototype.getInfo = () => ({ name: 'pubsub', host, port: Number(port) });
    // When a stream ends with its server, or a restarted server does not know it, it emits an error
    // to which nobody else listens.
    const { maybeCreateTopicAndSub } = prototype;
    prototype.maybeCreateTopicAndSub = async function createAndLogErrors(topicName) {
      const subscription = await maybeCreateTopicAndSub.call(this, topicName);
      subscription.on('error', (error) => {
        if (this.subscriptionForTopic.get(topicName) !== subscription) return;
        this.logger.logLabeled('DEBUG', 'pubsub', `${topicName}: ${error.message}`);
      });
      return subscription;
    };
  },
});

/** Closes everything that is open to a server, because it is lost when the server restarts. */
export async function forgetSubscriptions(emulator: PubsubEmulator): Promise<void> {
  const subscriptions = [...emulator.subscriptionForTopic.values()];
  emulator.subscriptionForTopic.clear();
  emulator.triggersForTopic.clear();
  await Promise.all(subscriptions.map((subscription) => subscription.close().catch(() => undefined)));
  await emulator._pubsub?.close().catch(() => undefined);
  emulator._pubsub = undefined;
}
