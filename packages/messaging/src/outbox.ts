// What was sent, the topics that tokens are subscribed to, and the tokens that are gone.
import { randomBytes } from 'node:crypto';
import { type RpcError, statusName } from '@savepoint/server/core/rpc-error';
import { checkMessage, type Target } from './check-message.ts';
import { unregistered } from './fcm-error.ts';

/** A message that was sent, or refused. */
export interface SentMessage {
  readonly id: number;
  /** RFC 3339. */
  readonly time: string;
  /** `projects/P/messages/ID`; absent for one that was refused. */
  readonly name?: string;
  /** Absent where the message has none. */
  readonly target?: Target;
  /** The tokens that a topic has, which all get the message. */
  readonly subscribers?: number;
  /** Whether it was to be validated only. */
  readonly isDryRun: boolean;
  /** As it was received. */
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

/** Messages in memory, and their bytes as JSON; the oldest are dropped first. */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 16_000_000;
/** The name with which the API responds to what it only validates. */
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
   * Sends a message, which is listed also when it is refused.
   * @throws RpcError as the API responds
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

  /** @throws RpcError for a token that is gone */
  subscribe(token: string, topic: string): void {
    this.#checkRegistered(token);
    const tokens = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, tokens.add(token));
  }

  /** Whether it was subscribed. */
  unsubscribe(token: string, topic: string): boolean {
    return this.#topics.get(topic)?.delete(token) ?? false;
  }

  /** Makes a token one of an app that is gone, as an uninstalled app does. */
  unregister(token: string): void {
    this.#unregistered.add(token);
    for (const tokens of this.#topics.values()) tokens.delete(token);
  }

  /** Undoes `unregister`. */
  register(token: string): void {
    this.#unregistered.delete(token);
  }

  /** Forgets everything. */
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

/** In the form of those for Android: microseconds since 1970, and random digits. */
function messageId(): string {
  return `0:${Date.now()}${String(process.hrtime.bigint() % 1000n).padStart(3, '0')}%${randomBytes(8).toString('hex')}`;
}
