import { randomUUID } from 'node:crypto';
import type { JsonValue } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import type { CommitRecord, CommittedChange, FirestoreEmulator } from '../database/firestore-emulator.ts';
import { timestampToJson } from '../transport/value-json.ts';
import { type ChangeKind, matchesTrigger, parseTrigger, type Trigger } from './trigger.ts';
import type { TriggerDelivery } from './trigger-delivery.ts';
import { type AuthContext, type ChangeEvent, eventRequest } from './trigger-event.ts';

const DATABASE_NAME = /^projects\/([^/]+)\/databases\/([^/]+)$/;

function changeKind({ before, after }: CommittedChange): ChangeKind {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function authContext({ principal }: CommittedChange): AuthContext {
  // The owner stands for the Admin SDK, which uses a service account in production.
  if (principal.kind === 'owner') return { type: 'service_account' };
  return principal.auth === null ? { type: 'unauthenticated' } : { type: 'app_user', id: principal.auth.uid };
}

/** The registered document triggers: turns each commit into events for those that match. */
export class DocumentTriggers {
  readonly #triggers = new Map<string, Trigger>();
  readonly #delivery: TriggerDelivery | undefined;
  #isSuppressed = false;

  /** Without `delivery`, when there is no functions emulator, triggers are registered but never fire. */
  constructor(emulator: FirestoreEmulator, delivery: TriggerDelivery | undefined) {
    this.#delivery = delivery;
    if (delivery !== undefined) emulator.onCommit((commit) => this.#dispatch(commit));
  }

  /** Registers a trigger, or replaces the one with this key. Throws INVALID_ARGUMENT for an unknown registration. */
  register(projectId: string, key: string, registration: JsonValue): void {
    this.#triggers.set(`${projectId} ${key}`, parseTrigger(projectId, key, registration));
  }

  /** Runs `task`, which is synchronous, without firing triggers for its commits, e.g. to clear a database. */
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
      this.#delivery?.enqueue({
        path: `/functions/projects/${event.projectId}/triggers/${trigger.key}`,
        orderingKey: `${trigger.key} ${event.databaseId} ${event.path}`,
        event: eventRequest(trigger, event),
        description: `event ${event.id} of ${event.path} for ${trigger.key}`,
        retry: trigger.retry,
        timeoutSeconds: trigger.timeoutSeconds,
      });
    }
  }
}
