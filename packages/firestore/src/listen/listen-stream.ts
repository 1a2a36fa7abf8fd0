// Sends messages in the order that SDKs expect. For a new target: ADD, its documents, CURRENT, then
// a global snapshot (a target change without target ids). For each commit: every changed document
// once with all its targets, then a global snapshot.

import { create, toBinary } from '@bufbuild/protobuf';
import { activeSpan, runInSpan, type Span, withSpanSync } from '@savepoint/server/core/tracing';
import { bill, billDependentReads, dependentReads } from '../core/billing.ts';
import { type Micros, microsToTimestamp, timestampToMicros } from '../core/commit-time.ts';
import { parseDocumentName, parseParentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, type RpcError, toRpcError } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { Principal } from '../database/access-control.ts';
import { decodeResumeToken, encodeResumeToken } from '../database/resume-token.ts';
import {
  TargetChange_TargetChangeType as ChangeType,
  type ListenResponse,
  ListenResponseSchema,
  type Target,
  type TargetChange,
  TargetChangeSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { StructuredQuerySchema } from '../gen/google/firestore/v1/query_pb.js';
import {
  DocumentDeleteSchema,
  DocumentRemoveSchema,
  ExistenceFilterSchema,
} from '../gen/google/firestore/v1/write_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import { parseQuery } from '../query/parse-query.ts';
import { createBloomFilter } from './bloom-filter.ts';
import type { ListenHub } from './listen-hub.ts';
import { documentsTarget, type ListenTarget, queryTarget } from './listen-target.ts';
import { Outbox } from './outbox.ts';
import type { ViewChange } from './query-view.ts';

interface PendingDocument {
  document: StoredDocument | undefined;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
}

interface ActiveTarget {
  readonly target: ListenTarget;
  /**
   * The number of documents that its rules have read; production reads them again for each update.
   */
  readonly dependentReads: number;
  readonly stop: () => void;
}

/** After a longer disconnection, a listener is charged as if it were new. */
const MAX_RESUME_MICROS = 30 * 60 * 1_000_000;

/** One Listen stream of one client, independent of its transport. */
export class ListenStream {
  readonly #hub: ListenHub;
  readonly #principal: Principal;
  readonly #targets = new Map<number, ActiveTarget>();
  readonly #pending = new Map<string, PendingDocument>();
  readonly #rejected: { targetId: number; error: RpcError }[] = [];
  readonly outbox = new Outbox<ListenResponse>();
  /** The span of the stream; undefined when nothing is recorded. */
  readonly #span = activeSpan();
  /**
   * Work that a commit causes for this stream belongs to the stream's trace, and is charged to it
   * instead of the commit.
   */
  #update: Span | undefined;

  constructor(hub: ListenHub, principal: Principal) {
    this.#hub = hub;
    this.#principal = principal;
    hub.streams.add(this);
  }

  /** Removes all targets and ends the outbox. */
  close(): void {
    for (const { stop } of this.#targets.values()) stop();
    this.#targets.clear();
    this.#endUpdate();
    this.#hub.streams.delete(this);
    this.#hub.dirtyStreams.delete(this);
    this.outbox.end();
  }

  /**
   * Starts a target. An invalid or denied target gets REMOVE with the cause; the stream stays open.
   */
  addTarget(message: Target): void {
    const { targetId } = message;
    if (this.#targets.has(targetId)) this.#stopTarget(targetId);
    try {
      withSpanSync('listen target', () => {
        const target = this.#parseTarget(message);
        activeSpan()?.set(target.description);
        target.authorize(this.#principal);
        this.#startTarget(message, target);
      });
    } catch (error) {
      this.#rejectTarget(targetId, toRpcError(error));
    }
  }

  #parseTarget(message: Target): ListenTarget {
    const { database } = this.#hub;
    if (message.targetType.case === 'documents') {
      const paths = message.targetType.value.documents.map((name) => {
        const parsed = parseDocumentName(name);
        if (parsed.database !== database.name)
          throw invalidArgument(`"${name}" belongs to another database.`);
        return parsed.path;
      });
      return documentsTarget(this.#hub, paths);
    }
    if (message.targetType.case !== 'query') throw invalidArgument('A target needs a query or documents.');
    const { parent, queryType } = message.targetType.value;
    if (queryType.case !== 'structuredQuery')
      throw invalidArgument('A query target needs a structured_query.');
    const name = parseParentName(parent);
    if (name.database !== database.name) throw invalidArgument(`"${parent}" belongs to another database.`);
    const query = parseQuery(queryType.value, database.name, name.path);
    if (query.findNearest) throw invalidArgument('Nearest-neighbor queries cannot be listened to.');
    const key = `${name.path}\n${Buffer.from(toBinary(StructuredQuerySchema, queryType.value)).toString('latin1')}`;
    return queryTarget(this.#hub, query, queryType.value, key);
  }

  #startTarget(message: Target, target: ListenTarget): void {
    const { targetId } = message;
    const { database } = this.#hub;
    const readTime = database.now();
    this.#send([this.#targetChange({ targetChangeType: ChangeType.ADD, targetIds: [targetId] })]);
    const stop = target.listen((changes) => this.#collectChanges(targetId, changes));
    const since = resumeReadTime(message);
    if (since === undefined) {
      this.#sendResults(targetId, target);
      for (const path of target.missing()) this.#sendDelete(targetId, path, readTime);
    } else if (since < database.store.undoLog.oldestReadTime || since > readTime) {
      this.#send([this.#targetChange({ targetChangeType: ChangeType.RESET, targetIds: [targetId] })]);
      this.#sendResults(targetId, target);
      for (const path of target.missing()) this.#sendDelete(targetId, path, readTime);
    } else {
      this.#catchUp(message, target, since, readTime);
    }
    const current = {
      targetIds: [targetId],
      resumeToken: encodeResumeToken(readTime),
      readTime: microsToTimestamp(readTime),
    };
    this.#send([
      this.#targetChange({ targetChangeType: ChangeType.CURRENT, ...current }),
      this.#globalSnapshot(readTime),
    ]);
    if (this.outbox.ended) {
      stop();
    } else if (message.once) {
      stop();
      this.#send([this.#targetChange({ targetChangeType: ChangeType.REMOVE, targetIds: [targetId] })]);
    } else {
      this.#targets.set(targetId, { target, stop, dependentReads: dependentReads(activeSpan()) });
    }
  }

  /** Sends the changes since the client's resume token. */
  #catchUp(message: Target, target: ListenTarget, since: Micros, readTime: Micros): void {
    const { targetId, expectedCount } = message;
    const changes = target.changesSince(since);
    const matched = changes.filter(({ kind }) => kind === 'matched');
    this.#sendAll(
      targetId,
      matched.map(({ document }) => document as StoredDocument),
    );
    const removed = changes.filter(({ kind }) => kind === 'removed');
    this.#billCatchUp(target, [...matched, ...removed], since, readTime);
    if (removed.length === 0) return;
    if (expectedCount === undefined || target.kind === 'documents') {
      for (const { path } of removed) this.#sendDelete(targetId, path, readTime);
      return;
    }
    // A client that sends expected_count finds removed documents through an existence filter.
    const { database } = this.#hub;
    const names = target.results().documents.map(({ path }) => resourceName(database.name, path));
    const unchangedNames = createBloomFilter(names);
    this.#send([
      create(ListenResponseSchema, {
        responseType: {
          case: 'filter',
          value: create(ExistenceFilterSchema, { targetId, count: names.length, unchangedNames }),
        },
      }),
    ]);
  }

  #billCatchUp(target: ListenTarget, changes: readonly ViewChange[], since: Micros, readTime: Micros): void {
    if (activeSpan() === undefined) return;
    if (readTime - since > MAX_RESUME_MICROS) {
      bill({ reads: target.billedReads(target.results()) });
      return;
    }
    // Deleted documents, and those that a limit has pushed out of the results, are not charged.
    const changed = changes.filter(({ kind, document }) =>
      kind === 'matched' ? true : document !== undefined && document.updateTime > since,
    );
    bill({ reads: changed.length });
  }

  /** Removes a target and sends REMOVE. */
  removeTarget(targetId: number): void {
    this.#stopTarget(targetId);
    this.#send([this.#targetChange({ targetChangeType: ChangeType.REMOVE, targetIds: [targetId] })]);
  }

  #stopTarget(targetId: number): void {
    this.#targets.get(targetId)?.stop();
    this.#targets.delete(targetId);
    for (const pending of this.#pending.values()) {
      removeFrom(pending.targetIds, targetId);
      removeFrom(pending.removedTargetIds, targetId);
    }
  }

  #rejectTarget(targetId: number, error: RpcError): void {
    this.#stopTarget(targetId);
    const cause = create(StatusSchema, { code: error.code, message: error.message });
    const change = { targetChangeType: ChangeType.REMOVE, targetIds: [targetId], cause };
    this.#send([this.#targetChange(change)]);
  }

  /** Evaluates the rules again, and removes targets that they no longer allow. */
  reauthorize(): void {
    this.#inUpdate(() => this.#authorizeAll());
    this.#endUpdate();
  }

  #authorizeAll(): void {
    for (const [targetId, { target }] of [...this.#targets]) {
      try {
        target.authorize(this.#principal);
      } catch (error) {
        this.#rejectTarget(targetId, toRpcError(error));
      }
    }
  }

  #collectChanges(targetId: number, changes: readonly ViewChange[]): void {
    this.#hub.markDirty(this, changes);
    const active = this.#targets.get(targetId);
    if (active?.target.kind === 'query') {
      // An update cannot deny these results, but production evaluates the rules again.
      this.#inUpdate(() => {
        if (this.#update !== undefined) billDependentReads(active.dependentReads, this.#update);
      });
    }
    if (active?.target.kind === 'documents') {
      // Rules may depend on the document's own fields, so its new version may not be readable.
      try {
        this.#inUpdate(() => active.target.authorize(this.#principal));
      } catch (error) {
        this.#rejected.push({ targetId, error: toRpcError(error) });
        return;
      }
    }
    for (const { path, kind, document } of changes) {
      let pending = this.#pending.get(path);
      if (!pending) {
        pending = { document, targetIds: [], removedTargetIds: [] };
        this.#pending.set(path, pending);
      }
      (kind === 'matched' ? pending.targetIds : pending.removedTargetIds).push(targetId);
    }
  }

  /** Sends the changes collected from the commit at `readTime`. */
  flush(readTime: Micros): void {
    const messages: ListenResponse[] = [];
    let bytes = 0;
    for (const [path, pending] of this.#pending) {
      if (pending.targetIds.length + pending.removedTargetIds.length > 0) {
        bytes += pending.document?.bytes ?? 0;
        messages.push(this.#documentMessage(path, pending, readTime));
        this.#billChange(pending, readTime);
      }
    }
    this.#pending.clear();
    for (const { targetId, error } of this.#rejected) this.#rejectTarget(targetId, error);
    this.#rejected.length = 0;
    if (messages.length > 0) this.#send([...messages, this.#hub.globalSnapshot(readTime)], bytes);
    this.#endUpdate();
  }

  /** Deleted documents, and those that a limit has pushed out of the results, are not charged. */
  #billChange({ document, targetIds, removedTargetIds }: PendingDocument, readTime: Micros): void {
    if (this.#span === undefined || document === undefined) return;
    const removals = document.updateTime === readTime ? removedTargetIds.length : 0;
    const reads = targetIds.length + removals;
    this.#inUpdate(() => bill({ reads, bytes: document.bytes }));
  }

  /** Runs `task` in the span of the current update, which the first task begins. */
  #inUpdate(task: () => void): void {
    if (this.#span === undefined) {
      task();
      return;
    }
    this.#update ??= this.#span.child('listener update', { baggage: { background: true } });
    runInSpan(this.#update, task);
  }

  #endUpdate(): void {
    this.#update?.end();
    this.#update = undefined;
  }

  #documentMessage(path: string, pending: PendingDocument, readTime: Micros): ListenResponse {
    const { document, targetIds, removedTargetIds } = pending;
    if (!document) return this.#deleteMessage(path, removedTargetIds, readTime);
    const { database } = this.#hub;
    const readable =
      targetIds.length > 0 || database.access.canGet(this.#principal, database.currentView(), path, document);
    if (readable) return this.#hub.documentChange(document, targetIds, removedTargetIds);
    return create(ListenResponseSchema, {
      responseType: {
        case: 'documentRemove',
        value: create(DocumentRemoveSchema, {
          document: resourceName(database.name, path),
          removedTargetIds,
          readTime: microsToTimestamp(readTime),
        }),
      },
    });
  }

  #deleteMessage(path: string, removedTargetIds: number[], readTime: Micros): ListenResponse {
    const value = create(DocumentDeleteSchema, {
      document: resourceName(this.#hub.database.name, path),
      removedTargetIds,
      readTime: microsToTimestamp(readTime),
    });
    return create(ListenResponseSchema, { responseType: { case: 'documentDelete', value } });
  }

  #sendDelete(targetId: number, path: string, readTime: Micros): void {
    this.#send([this.#deleteMessage(path, [targetId], readTime)]);
  }

  #sendResults(targetId: number, target: ListenTarget): void {
    const result = target.results();
    const bytes = result.documents.reduce((sum, document) => sum + document.bytes, 0);
    bill({ reads: target.billedReads(result), bytes });
    this.#sendAll(targetId, result.documents);
  }

  #sendAll(targetId: number, documents: readonly StoredDocument[]): void {
    const hub = this.#hub;
    this.outbox.sendLazily(
      (function* () {
        for (const document of documents) yield hub.documentChange(document, [targetId], []);
      })(),
    );
  }

  #globalSnapshot(readTime: Micros): ListenResponse {
    return this.#hub.globalSnapshot(readTime);
  }

  #targetChange(init: Partial<Omit<TargetChange, '$typeName'>>): ListenResponse {
    return create(ListenResponseSchema, {
      responseType: { case: 'targetChange', value: create(TargetChangeSchema, init as object) },
    });
  }

  #send(messages: readonly ListenResponse[], bytes = 0): void {
    this.outbox.send(messages, bytes);
    // A reader that fell behind gets the error on its next read; its targets are released
    // immediately.
    if (this.outbox.ended) this.close();
  }
}

function resumeReadTime({ resumeType }: Target): Micros | undefined {
  if (resumeType.case === 'readTime') return timestampToMicros(resumeType.value);
  if (resumeType.case !== 'resumeToken' || resumeType.value.length === 0) return undefined;
  const time = decodeResumeToken(resumeType.value);
  if (time === undefined) throw invalidArgument('The resume_token was not issued by this database.');
  return time;
}

function removeFrom(list: number[], item: number): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
