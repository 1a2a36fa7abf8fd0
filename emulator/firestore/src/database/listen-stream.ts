// Owns one Listen stream: its targets, and the order of messages that SDKs accept. For a new target ADD, its
// documents, CURRENT, then a target change for all targets that marks a consistent moment; for each commit the
// documents it changed, once each with all targets they matter to, then such a mark. Knows no transport.

import { create, toBinary } from '@bufbuild/protobuf';
import { type Micros, microsToTimestamp, timestampToMicros } from '../core/commit-time.ts';
import { parseDocumentName, parseParentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, type RpcError, toRpcError } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
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
import type { Principal } from './access-control.ts';
import { createBloomFilter } from './bloom-filter.ts';
import type { ListenHub } from './listen-hub.ts';
import { documentsTarget, type ListenTarget, queryTarget } from './listen-target.ts';
import { Outbox } from './outbox.ts';
import type { ViewChange } from './query-view.ts';
import { decodeResumeToken, encodeResumeToken } from './resume-token.ts';

interface PendingDocument {
  document: StoredDocument | undefined;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
}

interface ActiveTarget {
  readonly target: ListenTarget;
  readonly stop: () => void;
}

export class ListenStream {
  readonly #hub: ListenHub;
  readonly #principal: Principal;
  readonly #targets = new Map<number, ActiveTarget>();
  readonly #pending = new Map<string, PendingDocument>();
  readonly #rejected: { targetId: number; error: RpcError }[] = [];
  readonly outbox = new Outbox<ListenResponse>();

  constructor(hub: ListenHub, principal: Principal) {
    this.#hub = hub;
    this.#principal = principal;
    hub.streams.add(this);
  }

  /** Ends all targets. */
  close(): void {
    for (const { stop } of this.#targets.values()) stop();
    this.#targets.clear();
    this.#hub.streams.delete(this);
    this.#hub.dirtyStreams.delete(this);
    this.outbox.end();
  }

  /** Begins to listen; a target that is refused is answered with REMOVE and the cause, the stream goes on. */
  addTarget(message: Target): void {
    const { targetId } = message;
    if (this.#targets.has(targetId)) this.#stopTarget(targetId);
    try {
      const target = this.#parseTarget(message);
      target.authorize(this.#principal);
      this.#startTarget(message, target);
    } catch (error) {
      this.#rejectTarget(targetId, toRpcError(error));
    }
  }

  #parseTarget(message: Target): ListenTarget {
    const { database } = this.#hub;
    if (message.targetType.case === 'documents') {
      const paths = message.targetType.value.documents.map((name) => {
        const parsed = parseDocumentName(name);
        if (parsed.database !== database.name) throw invalidArgument(`"${name}" lies in another database.`);
        return parsed.path;
      });
      return documentsTarget(this.#hub, paths);
    }
    if (message.targetType.case !== 'query') throw invalidArgument('A target needs a query or documents.');
    const { parent, queryType } = message.targetType.value;
    if (queryType.case !== 'structuredQuery')
      throw invalidArgument('A query target needs a structured_query.');
    const name = parseParentName(parent);
    if (name.database !== database.name) throw invalidArgument(`"${parent}" lies in another database.`);
    const query = parseQuery(queryType.value, database.name, name.path);
    if (query.nearest) throw invalidArgument('Nearest-neighbour queries cannot be listened to.');
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
      this.#sendAll(targetId, target.results());
      for (const path of target.missing()) this.#sendDelete(targetId, path, readTime);
    } else if (since < database.store.undoLog.horizon || since > readTime) {
      this.#send([this.#targetChange({ targetChangeType: ChangeType.RESET, targetIds: [targetId] })]);
      this.#sendAll(targetId, target.results());
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
      this.#targets.set(targetId, { target, stop });
    }
  }

  /** What changed since the client last saw the target. */
  #catchUp(message: Target, target: ListenTarget, since: Micros, readTime: Micros): void {
    const { targetId, expectedCount } = message;
    const changes = target.changesSince(since);
    const present = changes.filter(({ kind }) => kind === 'present');
    this.#sendAll(
      targetId,
      present.map(({ document }) => document as StoredDocument),
    );
    const left = changes.filter(({ kind }) => kind === 'left');
    if (left.length === 0) return;
    if (expectedCount === undefined || target.kind === 'documents') {
      for (const { path } of left) this.#sendDelete(targetId, path, readTime);
      return;
    }
    // Clients that say how many documents they hold find out by the filter which of them are gone.
    const { database } = this.#hub;
    const names = target.results().map(({ path }) => resourceName(database.name, path));
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

  /** Stops listening and says so. */
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

  /** Asks the rules again; targets that are not allowed any more are removed. */
  reauthorize(): void {
    for (const [targetId, { target }] of [...this.#targets]) {
      try {
        target.authorize(this.#principal);
      } catch (error) {
        this.#rejectTarget(targetId, toRpcError(error));
      }
    }
  }

  #collectChanges(targetId: number, changes: readonly ViewChange[]): void {
    this.#hub.dirtyStreams.add(this);
    const active = this.#targets.get(targetId);
    if (active?.target.kind === 'documents') {
      // A rule may read the document itself: what could be read before may be closed now.
      try {
        active.target.authorize(this.#principal);
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
      (kind === 'present' ? pending.targetIds : pending.removedTargetIds).push(targetId);
    }
  }

  /** Sends what the commit at `readTime` changed for this stream. */
  flush(readTime: Micros): void {
    const messages: ListenResponse[] = [];
    let bytes = 0;
    for (const [path, pending] of this.#pending) {
      if (pending.targetIds.length + pending.removedTargetIds.length > 0) {
        bytes += pending.document?.bytes ?? 0;
        messages.push(this.#documentMessage(path, pending, readTime));
      }
    }
    this.#pending.clear();
    for (const { targetId, error } of this.#rejected) this.#rejectTarget(targetId, error);
    this.#rejected.length = 0;
    if (messages.length > 0) this.#send([...messages, this.#hub.globalSnapshot(readTime)], bytes);
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
    // A reader that was cut off hears so when it reads again; until then nothing is done for it.
    if (this.outbox.ended) this.close();
  }
}

function resumeReadTime({ resumeType }: Target): Micros | undefined {
  if (resumeType.case === 'readTime') return timestampToMicros(resumeType.value);
  if (resumeType.case !== 'resumeToken' || resumeType.value.length === 0) return undefined;
  const time = decodeResumeToken(resumeType.value);
  if (time === undefined) throw invalidArgument('The resume_token is not one of this database.');
  return time;
}

function removeFrom(list: number[], item: number): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
