// The registered triggers: each write becomes events for the matching ones.

import { randomUUID } from 'node:crypto';
import { activeSpan } from '@savepoint/server/core/tracing';
import type { TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import { InvalidDataError } from '../core/invalid-data.ts';
import { formatPath } from '../core/path.ts';
import type { Commit } from '../database/namespace.ts';
import { type EventContext, eventRequest } from './event.ts';
import { type Match, matchesOf } from './matches.ts';
import type { Trigger } from './registration.ts';

/** Production's limit on the number of functions that one write calls. */
const MAX_EVENTS = 1_000;

const TOO_MANY = 'TOO_MANY_TRIGGERS: This request would cause too many functions to be triggered.';

/** The triggers of all namespaces. */
export class Triggers {
  #triggers: readonly Trigger[] = [];
  readonly #delivery: TriggerDelivery | undefined;
  readonly #host: () => string;
  readonly #log: (line: string) => void;
  readonly #warned = new Set<string>();

  /**
   * Without `delivery`, i.e. without a Functions emulator, triggers are registered but never fire.
   * `log` receives a line for each trigger that misses a write because of the name of its instance.
   */
  constructor(delivery: TriggerDelivery | undefined, host: () => string, log: (line: string) => void) {
    this.#delivery = delivery;
    this.#host = host;
    this.#log = log;
  }

  /** The registrations of a namespace, or those of the second generation if it is absent. */
  registrations(namespace: string | undefined): unknown[] {
    return this.#triggers.filter((each) => each.namespace === namespace).map((each) => each.registration);
  }

  /** Adds triggers, replacing those with the same name. */
  add(added: readonly Trigger[]): void {
    const names = new Set(added.map(identityOf));
    this.#triggers = [...this.#triggers.filter((each) => !names.has(identityOf(each))), ...added];
  }

  /** Replaces the triggers of a namespace, or those of the second generation if it is absent. */
  replace(namespace: string | undefined, triggers: readonly Trigger[]): void {
    this.#triggers = [...this.#triggers.filter((each) => each.namespace !== namespace), ...triggers];
  }

  /**
   * Finds the functions that a write will call, before it is applied.
   * @throws InvalidDataError for too many
   */
  prepare(commit: Commit): () => void {
    if (this.#delivery === undefined || commit.isSilent) return () => {};
    const calls = this.#triggers
      .filter((trigger) => trigger.matchesNamespace(commit.namespace))
      .flatMap((trigger) =>
        matchesOf(trigger.pattern, trigger.kind, commit.changes, commit).map(
          (match) => [trigger, match] as const,
        ),
      );
    if (calls.length > MAX_EVENTS) throw new InvalidDataError(TOO_MANY);
    return () => {
      for (const [trigger, match] of calls) this.#send(trigger, match, commit);
      this.#warnOfOtherName(commit);
    };
  }

  /**
   * An app that writes to `ID-default-rtdb`, and functions that listen to `ID`, or the reverse, are
   * meant for one database: no function runs, and nothing fails.
   */
  #warnOfOtherName(commit: Commit): void {
    const { namespace, changes } = commit;
    const other = otherDefaultName(namespace);
    for (const trigger of this.#triggers) {
      if (trigger.matchesNamespace(namespace) || !trigger.matchesNamespace(other)) continue;
      const id = `${identityOf(trigger)} ${namespace}`;
      if (this.#warned.has(id)) continue;
      const [match] = matchesOf(trigger.pattern, trigger.kind, changes, commit);
      if (match === undefined) continue;
      this.#warned.add(id);
      this.#log(
        `WARNING: ${trigger.key.replace(/-\d+$/, '')} does not run for /${formatPath(match.path)}: the path is in ${namespace}, but the function listens to the database ${other}. Use one name; functions get the one in firebase.json: "database": [{"instance": "${namespace}", "rules": FILE}]`,
      );
    }
  }

  #send(trigger: Trigger, match: Match, { namespace, login, nowMs }: Commit): void {
    const path = formatPath(match.path);
    const id = randomUUID();
    const span = activeSpan()?.child(`trigger ${trigger.key}`, {
      kind: 'producer',
      attributes: { path, event_id: id, namespace },
    });
    const context: EventContext = {
      ...{ id, namespace, login, host: this.#host() },
      time: new Date(nowMs).toISOString(),
      traceparent: span?.traceparent,
    };
    this.#delivery?.enqueue({
      path: `/functions/projects/${trigger.projectId}/triggers/${trigger.key}`,
      orderingKey: `${trigger.key} ${namespace} ${path}`,
      event: eventRequest(trigger, match, context),
      description: `event ${id} of /${path} for ${trigger.key}`,
      retry: false,
      span,
    });
  }
}

/** The other name of a default instance: `ID-default-rtdb` in the console, `ID` in emulators. */
function otherDefaultName(namespace: string): string {
  const suffix = '-default-rtdb';
  return namespace.endsWith(suffix) ? namespace.slice(0, -suffix.length) : namespace + suffix;
}

function identityOf({ name, namespace }: Trigger): string {
  return `${namespace ?? ''} ${name}`;
}
