// What the patches use of firebase-tools' PubsubEmulator.
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
  /** The client of the Functions emulator, once ensureFunctionsClient() has been called. */
  readonly client: {
    post(path: string, body: object, options: { readonly headers: object }): Promise<unknown>;
  };
  /** The client of the server, from its first use on. */
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

/** A function that is subscribed to a topic. */
interface Trigger {
  readonly triggerKey: string;
  readonly signatureType: string;
}

/** That of @google-cloud/pubsub. */
interface Subscription {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** That of @google-cloud/pubsub. */
export interface Message {
  readonly id: string;
  readonly ackId: string;
  readonly data: Buffer;
  readonly publishTime: Date;
  ack(): void;
}

/** An event for a function of the first generation. */
interface LegacyEvent {
  readonly context: object;
  readonly data: object;
}
