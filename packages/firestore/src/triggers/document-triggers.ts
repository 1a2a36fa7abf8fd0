import { randomUUID } from 'node:crypto';
import type { JsonValue } from '@bufbuild/protobuf';
import { activeSpan } from '@savepoint/server/core/tracing';
import type { TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import { microsToTimestamp } from '../core/commit-time.ts';
import type { CommitRecord, CommittedChange, FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { timestampToJson } from '../transport/value-json.ts';
import { type SentEvent, SentEvents } from './sent-events.ts';
import { type ChangeKind, matchesTrigger, parseTrigger, type Trigger } from './trigger.ts';
import { type AuthContext, type ChangeEvent, eventRequest } from './trigger-event.ts';

/**
 * The generation at the end of a trigger's key, which firebase-tools increments when it registers
 * triggers again.
 */
const GENERATION = /-\d+$/;
const DATABASE_NAME = /^projects\/([^/]+)\/databases\/([^/]+)$/;

function changeKind({ before, after }: CommittedChange): ChangeKind {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function authContext({ principal }: CommittedChange): AuthContext {
  // The owner stands for the Admin SDK, which uses a service account in production.
  if (principal.kind === 'owner') return { type: 'service_account' };
  if (principal.kind === 'system') return { type: 'system' };
  return principal.auth === null ? { type: 'unauthenticated' } : { type: 'unknown', id: principal.auth.uid };
}

/** The registered document triggers: converts each commit to events for the matching ones. */
export class DocumentTriggers {
  readonly #triggers = new Map<string, Trigger>();
  readonly #delivery: TriggerDelivery | undefined;
  readonly #sent = new SentEvents();
  #isSuppressed = false;

  /**
   * Without `delivery`, i.e. without a Functions emulator, triggers are registered but never fire.
   */
  constructor(emulator: FirestoreEmulator, delivery: TriggerDelivery | undefined) {
    this.#delivery = delivery;
    if (delivery !== undefined) emulator.onCommit((commit) => this.#dispatch(commit));
  }

  /**
   * Registers a trigger, or replaces the one with this key. Throws INVALID_ARGUMENT for an unknown
   * registration.
   */
  register(projectId: string, key: string, registration: JsonValue): void {
    this.#triggers.set(`${projectId} ${key}`, parseTrigger(projectId, key, registration));
  }

  /** The last events sent to triggers of a project, newest first. */
  sentEvents(projectId: string): SentEvent[] {
    return this.#sent.list().filter((event) => event.projectId === projectId);
  }

  /**
   * Sends an event again, unchanged except for its trace, which is that of `traceparent`. Returns
   * false if it is no longer retained. The trigger may have been registered again with the next
   * generation in its key; the Functions emulator knows only the last one.
   */
  redeliver(projectId: string, id: string, traceparent: string): boolean {
    const sent = this.#sent.get(id);
    if (sent === undefined || sent.projectId !== projectId) return false;
    const name = sent.trigger.replace(GENERATION, '');
    const trigger = [...this.#triggers.values()].findLast(
      (each) => each.projectId === projectId && each.key.replace(GENERATION, '') === name,
    );
    const key = trigger?.key ?? sent.trigger;
    const { headers, body } = sent.request;
    const attribute = 'ce-id' in headers ? { 'ce-traceparent': traceparent } : {};
    this.#delivery?.enqueue({
      path: `/functions/projects/${projectId}/triggers/${key}`,
      orderingKey: `${key} ${sent.databaseId} ${sent.path}`,
      event: { headers: { ...headers, traceparent, ...attribute }, body },
      description: `event of ${sent.path} for ${key}, again`,
      retry: false,
      timeoutSeconds: trigger?.timeoutSeconds,
    });
    return true;
  }

  /**
   * Runs the synchronous `task` without firing triggers for its commits, e.g. to clear a database.
   */
  suppress<T>(task: () => T): T {
    this.#isSuppressed = true;
    try {
      return task();
    } finally {
      this.#isSuppressed = false;
    }
  }

  #dispatch(commit: CommitRecord): void {
    if (this.#isSuppressed) return;
    const [, projectId, databaseId] = DATABASE_NAME.exec(commit.database) as unknown as [
      string,
      string,
      string,
    ];
    const triggers = [...this.#triggers.values()].filter(
      (trigger) => trigger.projectId === projectId && trigger.databaseId === databaseId,
    );
    if (triggers.length === 0) return;
    const time = timestampToJson(microsToTimestamp(commit.commitTime));
    for (const change of commit.changes) {
      const path = change.name.slice(commit.database.length + '/documents/'.length);
      const { before, after } = change;
      const kind = changeKind(change);
      const id = randomUUID();
      this.#send(triggers, {
        id,
        projectId,
        databaseId,
        path,
        kind,
        before,
        after,
        time,
        authContext: authContext(change),
      });
    }
  }

  #send(triggers: readonly Trigger[], event: ChangeEvent): void {
    const segments = event.path.split('/');
    for (const trigger of triggers) {
      if (!matchesTrigger(trigger, event.kind, segments)) continue;
      const span = activeSpan()?.child(`trigger ${trigger.key}`, {
        kind: 'producer',
        attributes: { document: event.path, event_id: event.id, change: event.kind },
      });
      const request = eventRequest(trigger, event, span?.traceparent);
      this.#sent.add({
        id: randomUUID(),
        trigger: trigger.key,
        projectId: event.projectId,
        databaseId: event.databaseId,
        path: event.path,
        change: event.kind,
        time: event.time,
        request,
      });
      this.#delivery?.enqueue({
        path: `/functions/projects/${event.projectId}/triggers/${trigger.key}`,
        orderingKey: `${trigger.key} ${event.databaseId} ${event.path}`,
        event: request,
        description: `event ${event.id} of ${event.path} for ${trigger.key}`,
        retry: trigger.retry,
        timeoutSeconds: trigger.timeoutSeconds,
        span,
      });
    }
  }
}
