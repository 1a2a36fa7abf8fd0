import { startPubSubEmulator } from '../../packages/pubsub/src/server.ts';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { findGooglePubSubJar, startGooglePubSubEmulator } from '../support/google-emulator.ts';

/** A Pub/Sub server that the contract runs against. */
export interface ServerUnderTest {
  /** `HOST:PORT`. */
  readonly host: string;
  stop(): Promise<unknown>;
}

/**
 * How to start each server: ours, and in a deep run Google's emulator, if it and Java are
 * installed.
 */
export function serversUnderTest(): {
  readonly name: 'savepoint-pubsub' | 'google';
  readonly start: () => Promise<ServerUnderTest>;
}[] {
  const jar = IS_DEEP_RUN ? findGooglePubSubJar() : undefined;
  const ours = {
    name: 'savepoint-pubsub' as const,
    start: async () => {
      const { host, close } = await startPubSubEmulator();
      return { host, stop: close };
    },
  };
  if (jar === undefined) return [ours];
  const google = {
    name: 'google' as const,
    start: async () => {
      const { port, stop } = await startGooglePubSubEmulator(jar);
      return { host: `127.0.0.1:${port}`, stop };
    },
  };
  return [ours, google];
}
