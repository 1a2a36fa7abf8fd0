/**
 * A published message. Subscriptions and snapshots of a topic share one object, which is never
 * modified.
 */
export interface PublishedMessage {
  /**
   * The position in the order in which the server received messages; the message id consists of its
   * digits.
   */
  readonly sequence: number;
  readonly data: Uint8Array;
  readonly attributes: Readonly<Record<string, string>>;
  /** '' if the message has none. */
  readonly orderingKey: string;
  /** Milliseconds since the Unix epoch. */
  readonly publishTimeMs: number;
}

/** The message id that clients see. */
export function messageId({ sequence }: Pick<PublishedMessage, 'sequence'>): string {
  return String(sequence);
}
