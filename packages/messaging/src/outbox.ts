// Sent messages, topic subscriptions of tokens, and unregistered tokens.
import { randomBytes } from 'node:crypto';
import { type RpcError, statusName } from '@savepoint/server/core/rpc-error';
import { checkMessage, type Target } from './check-message.ts';
import { unregistered } from './fcm-error.ts';

/** A sent or refused message. */
export interface SentMessage {
  readonly id: number;
  /** RFC 3339. */
  readonly time: string;
  /** `projects/P/messages/ID`; absent if it was refused. */
  readonly name?: string;
  /** Absent if the message has none. */
  readonly target?: Target;
  /** The number of the topic's tokens, which all receive the message. */
  readonly subscribers?: number;
  /** True if the message should only be validated. */
  readonly isDryRun: boolean;
  /** The message as received. */
  readonly message: unknown;
  readonly error?: { readonly status: string; readonly message: string };
  readonly traceId?: string;
}

/** A request to send a message. */
export interface SendRequest {
  readonly project: string;
  readonly message: unknown;
  readonly isDryRun: boolean;
  readonly traceId?: string | undefined;
}

/**
 * The maximum number of messages in memory, and their size as JSON; the oldest are dropped first.
 */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 16_000_000;
/** The name in the API's response to a validated message. */
const DRY_RUN_ID = 'fake_message_id';

export class Outbox {
  readonly #listed: { readonly message: SentMessage; readonly bytes: number }[] = [];
  #bytes = 0;
  readonly #topics = new Map<string, Set<string>>();
  readonly #unregistered = new Set<string>();
  #lastId = 0;

  /** Newest first. */
  get messages(): readonly SentMessage[] {
    return this.#listed.map(({ message }) => message).reverse();
  }

  get unregisteredTokens(): readonly string[] {
    return [...this.#unregistered];
  }

  /**
   * Sends a message. It is listed even if it is refused.
   * @throws RpcError with the API's error
   */
  send(request: SendRequest): SentMessage & { readonly name: string } {
    const { project, message, isDryRun, traceId } = request;
    const listed = {
      id: ++this.#lastId,
      time: new Date().toISOString(),
      isDryRun,
      message,
      ...(traceId !== undefined && { traceId }),
    };
    try {
      const target = checkMessage(message);
      if (target.kind === 'token') this.#checkRegistered(target.value);
      const name = `projects/${project}/messages/${isDryRun ? DRY_RUN_ID : messageId()}`;
      const subscribers =
        target.kind === 'topic' ? { subscribers: this.#topics.get(target.value)?.size ?? 0 } : {};
      const sent = { ...listed, name, target, ...subscribers };
      this.#list(sent);
      return sent;
    } catch (cause) {
      const { code, message: text } = cause as RpcError;
      this.#list({ ...listed, ...targetOf(message), error: { status: statusName(code), message: text } });
      throw cause;
    }
  }

  /** @throws RpcError for an unregistered token */
  subscribe(token: string, topic: string): void {
    this.#checkRegistered(token);
    const tokens = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, tokens.add(token));
  }

  /** Returns whether it was subscribed. */
  unsubscribe(token: string, topic: string): boolean {
    return this.#topics.get(topic)?.delete(token) ?? false;
  }

  /** Unregisters a token, like uninstalling its app. */
  unregister(token: string): void {
    this.#unregistered.add(token);
    for (const tokens of this.#topics.values()) tokens.delete(token);
  }

  /** Undoes `unregister`. */
  register(token: string): void {
    this.#unregistered.delete(token);
  }

  /** Deletes everything. */
  clear(): void {
    this.#listed.length = 0;
    this.#bytes = 0;
    this.#topics.clear();
    this.#unregistered.clear();
  }

  #checkRegistered(token: string): void {
    if (this.#unregistered.has(token)) throw unregistered();
  }

  #list(message: SentMessage): void {
    const bytes = Buffer.byteLength(JSON.stringify(message));
    this.#listed.push({ message, bytes });
    this.#bytes += bytes;
    while (this.#listed.length > MAX_MESSAGES || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#listed.shift()?.bytes ?? 0;
    }
  }
}

/** The target of a message that is refused for another reason. */
function targetOf(message: unknown): { readonly target?: Target } {
  const { token, topic, condition } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof token === 'string') return { target: { kind: 'token', value: token } };
  if (typeof topic === 'string') return { target: { kind: 'topic', value: topic } };
  return typeof condition === 'string' ? { target: { kind: 'condition', value: condition } } : {};
}

/** In the format for Android: microseconds since 1970 and random digits. */
function messageId(): string {
  return `0:${Date.now()}${String(process.hrtime.bigint() % 1000n).padStart(3, '0')}%${randomBytes(8).toString('hex')}`;
}
