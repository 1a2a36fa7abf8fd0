// Record format: a google.firestore.v1.CommitRequest whose writes are updates with create and
// update times, or deletes. The `transaction` field contains the commit time, encoded as a resume
// token.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { WriteAheadLog } from '@savepoint/server/write-ahead-log/write-ahead-log';
import type { Micros } from '../core/commit-time.ts';
import { resourceName } from '../core/resource-name.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import { type CommitRequest, CommitRequestSchema } from '../gen/google/firestore/v1/firestore_pb.js';
import { type Write, WriteSchema } from '../gen/google/firestore/v1/write_pb.js';
import type { Change } from '../store/undo-log.ts';
import { encodeResumeToken } from './resume-token.ts';

/** A checkpoint record contains several documents, up to these limits. */
const DOCUMENTS_PER_RECORD = 200;
const BYTES_PER_RECORD = 1024 * 1024;

/** All documents of one database, for a checkpoint. */
interface DatabaseSnapshot {
  readonly name: string;
  readonly documents: Iterable<StoredDocument>;
}

export interface CommitLogOptions {
  /** Receives each commit in the log, oldest first. */
  readonly replay: (commit: CommitRequest) => void;
  /** Returns the documents for a checkpoint. */
  readonly snapshots: () => Iterable<DatabaseSnapshot>;
  /** Receives a line about damage to the log or about a failed compaction. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number;
}

/** Stores every commit of all databases in a write-ahead log. */
export class CommitLog {
  readonly #log: WriteAheadLog;

  /** Opens the log in `folder` and replays it. Throws like WriteAheadLog. */
  constructor(folder: string, { replay, snapshots, ...options }: CommitLogOptions) {
    this.#log = new WriteAheadLog({
      ...options,
      folder,
      name: 'firestore',
      replay: (record) => replay(fromBinary(CommitRequestSchema, record)),
      checkpoint: () => checkpointOf(snapshots()),
      liveBytes: () => bytesOf(snapshots()),
    });
  }

  /** Returns once the commit survives the death of the process. Throws when the disk is full. */
  append(database: string, changes: readonly Change[], commitTime: Micros): void {
    let growthBytes = 0;
    for (const { before, after } of changes) growthBytes += (after?.bytes ?? 0) - (before?.bytes ?? 0);
    this.#log.append(encodeCommit(database, changes, commitTime), growthBytes);
  }

  /** Call this after the last append has been applied to the store. */
  compactIfDue(): void {
    this.#log.compactIfDue();
  }

  close(): void {
    this.#log.close();
  }
}

/** The storage size of all documents. */
function bytesOf(snapshots: Iterable<DatabaseSnapshot>): number {
  let sum = 0;
  for (const { documents } of snapshots) for (const { bytes } of documents) sum += bytes;
  return sum;
}

function* checkpointOf(snapshots: Iterable<DatabaseSnapshot>): Generator<Uint8Array> {
  for (const { name, documents } of snapshots) {
    let batch: Change[] = [];
    let bytes = 0;
    for (const after of documents) {
      batch.push({ path: after.path, before: undefined, after });
      bytes += after.bytes;
      if (batch.length < DOCUMENTS_PER_RECORD && bytes < BYTES_PER_RECORD) continue;
      yield encodeCommit(name, batch, after.updateTime);
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield encodeCommit(name, batch, 0);
  }
}

function encodeCommit(database: string, changes: readonly Change[], commitTime: Micros): Uint8Array {
  const request = create(CommitRequestSchema, { database, transaction: encodeResumeToken(commitTime) });
  request.writes = changes.map(({ path, after }) => toWrite(database, path, after));
  return toBinary(CommitRequestSchema, request);
}

function toWrite(database: string, path: string, after: StoredDocument | undefined): Write {
  const write = create(WriteSchema);
  write.operation = after
    ? { case: 'update', value: documentMessage(database, after) }
    : { case: 'delete', value: resourceName(database, path) };
  return write;
}
