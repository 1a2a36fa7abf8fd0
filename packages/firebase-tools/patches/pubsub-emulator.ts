// The parts of firebase-tools' PubsubEmulator that the patches use.
import type { Logger } from './functions-emulator.ts';

export interface PubsubEmulatorModule {
  readonly PubsubEmulator: (new (args: {
    readonly projectId: string;
  }) => PubsubEmulator) & {
    readonly prototype: PubsubEmulator;
  };
}

export interface PubsubEmulator {
  readonly args: { readonly projectId: string };
  readonly logger: Logger;
  readonly triggersForTopic: Map<string, readonly Trigger[]>;
  readonly subscriptionForTopic: Map<string, Subscription>;
  /** The Functions emulator's client, set by ensureFunctionsClient(). */
  readonly client: {
    post(path: string, body: object, options: { readonly headers: object }): Promise<unknown>;
  };
  /** The server's client, set on first use. */
  _pubsub: { close(): Promise<void> } | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  getName(): string;
  getInfo(): { readonly name: string; readonly host: string; readonly port: number };
  ensureFunctionsClient(): void;
  maybeCreateTopicAndSub(topicName: string): Promise<Subscription>;
  createLegacyEventRequestBody(topicName: string, message: Message): LegacyEvent;
  createCloudEventRequestBody(topicName: string, message: Message): object;
  onMessage(topicName: string, message: Message): Promise<void>;
}

/** A function subscribed to a topic. */
interface Trigger {
  readonly triggerKey: string;
  readonly signatureType: string;
}

/** From @google-cloud/pubsub. */
interface Subscription {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** From @google-cloud/pubsub. */
export interface Message {
  readonly id: string;
  readonly ackId: string;
  readonly data: Buffer;
  readonly publishTime: Date;
  ack(): void;
}

/** An event for a first-generation function. */
interface LegacyEvent {
  readonly context: object;
  readonly data: object;
}
