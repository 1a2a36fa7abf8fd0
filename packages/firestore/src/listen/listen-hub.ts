import { create } from '@bufbuild/protobuf';
import { withSpanSync } from '@savepoint/server/core/tracing';
import { type Micros, microsToTimestamp } from '../core/commit-time.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import type { Database } from '../database/database.ts';
import { encodeResumeToken } from '../database/resume-token.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  TargetChange_TargetChangeType as ChangeType,
  type ListenResponse,
  ListenResponseSchema,
  TargetChangeSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { DocumentChangeSchema } from '../gen/google/firestore/v1/write_pb.js';
import { ListenerIndex } from './listener-index.ts';
import type { ViewChange } from './query-view.ts';

/** A listen stream, as the hub sees it. */
interface CommitSubscriber {
  flush(readTime: Micros): void;
  reauthorize(): void;
}

/**
 * The listen streams of one database. Delivers each commit to the streams that it affects, and
 * shares equal messages.
 */
export class ListenHub {
  readonly database: Database;
  readonly index: ListenerIndex;
  readonly streams = new Set<CommitSubscriber>();
  /** Streams affected by the commit that is being published. */
  readonly dirtyStreams = new Set<CommitSubscriber>();
  /** For busy documents that the commit being published changes, the streams that are sent them. */
  readonly #receivers = new Map<string, Set<CommitSubscriber>>();
  readonly #messages = new WeakMap<StoredDocument, Document>();
  /** The last message, which a thousand listeners with equal target ids share. */
  #lastChange:
    | { readonly document: StoredDocument; readonly key: string; readonly response: ListenResponse }
    | undefined;
  #lastSnapshot: { time: Micros; message: ListenResponse } | undefined;

  constructor(database: Database) {
    this.database = database;
    this.index = new ListenerIndex(database.store);
    database.onCommit(({ commitTime, changes }) => {
      this.index.publish(changes);
      if (this.dirtyStreams.size === 0) return;
      for (const [path, streams] of this.#receivers) database.traffic?.pushed(path, streams, commitTime);
      this.#receivers.clear();
      const flush = () => {
        for (const stream of this.dirtyStreams) stream.flush(commitTime);
      };
      withSpanSync('notify listeners', flush, { attributes: { streams: this.dirtyStreams.size } });
      this.dirtyStreams.clear();
    });
  }

  /** Notes that the commit being published changes documents for a stream. */
  markDirty(stream: CommitSubscriber, changes: readonly ViewChange[]): void {
    this.dirtyStreams.add(stream);
    for (const { path } of changes) {
      if (!this.database.traffic?.isBusy(path)) continue;
      const receivers = this.#receivers.get(path);
      if (receivers === undefined) this.#receivers.set(path, new Set([stream]));
      else receivers.add(stream);
    }
  }

  /** Evaluates the rules again for every target of every stream. */
  reauthorize(): void {
    for (const stream of this.streams) stream.reauthorize();
  }

  /** A DocumentChange for `targetIds` and `removedTargetIds`. */
  documentChange(document: StoredDocument, targetIds: number[], removedTargetIds: number[]): ListenResponse {
    const key = `${targetIds}/${removedTargetIds}`;
    if (this.#lastChange?.document === document && this.#lastChange.key === key)
      return this.#lastChange.response;
    let message = this.#messages.get(document);
    if (!message) {
      message = documentMessage(this.database.name, document);
      this.#messages.set(document, message);
    }
    const value = create(DocumentChangeSchema);
    value.document = message;
    value.targetIds = targetIds;
    value.removedTargetIds = removedTargetIds;
    const response = create(ListenResponseSchema);
    response.responseType = { case: 'documentChange', value };
    this.#lastChange = { document, key, response };
    return response;
  }

  /**
   * The global snapshot message: a target change for all targets, with the read time up to which
   * they are consistent.
   */
  globalSnapshot(time: Micros): ListenResponse {
    if (this.#lastSnapshot?.time !== time) {
      const value = create(TargetChangeSchema, {
        targetChangeType: ChangeType.NO_CHANGE,
        resumeToken: encodeResumeToken(time),
        readTime: microsToTimestamp(time),
      });
      const message = create(ListenResponseSchema, { responseType: { case: 'targetChange', value } });
      this.#lastSnapshot = { time, message };
    }
    return this.#lastSnapshot.message;
  }
}
