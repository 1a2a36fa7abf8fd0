import { resolve } from 'node:path';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { readExport, writeExport } from './export-files.ts';
import { resolveExportSource, resolveExportTarget } from './export-target.ts';

interface RequestedExport {
  /** From the request. May be relative to the root. */
  readonly directory: string;
  readonly name: string;
  readonly documents: () => Iterable<Document>;
}

interface RequestedImport {
  /** The overall metadata file of an export, or its folder. May be relative to the root. */
  readonly path: string;
  readonly databaseName: string;
  /** Stores all documents or none. Returns their number. */
  readonly load: (documents: Iterable<Document>) => number;
}

/** Writes and reads the exports named in requests, below one folder. */
export class RequestedExports {
  readonly #root: string;
  readonly #log: (line: string) => void;
  /** The last export or import. They run one at a time, because two could use the same folder. */
  #last: Promise<void> = Promise.resolve();

  constructor(root: string, log: (line: string) => void) {
    this.#root = resolve(root);
    this.#log = log;
  }

  /**
   * Writes an export after earlier ones have ended. Rejects with INVALID_ARGUMENT or
   * FAILED_PRECONDITION if it cannot be written there; nothing on disk has changed then.
   */
  write(requested: RequestedExport): Promise<void> {
    return this.#enqueue(() => this.#write(requested));
  }

  /**
   * Reads an export after earlier ones have ended. Rejects with INVALID_ARGUMENT or
   * FAILED_PRECONDITION if it may not be read or is incomplete; nothing has been loaded then.
   */
  read(requested: RequestedImport): Promise<void> {
    return this.#enqueue(() => this.#read(requested));
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => {});
    return done;
  }

  async #read({ path, databaseName, load }: RequestedImport): Promise<void> {
    const source = await resolveExportSource(this.#root, path);
    try {
      const { documents } = await readExport(source, databaseName);
      const count = load(documents);
      this.#log(`imported ${count} documents from ${source} into ${databaseName}`);
    } catch (error) {
      const reason = (error as Error).message.replace(/\.$/, '');
      throw new RpcError(
        StatusCode.FAILED_PRECONDITION,
        `The export ${JSON.stringify(path)} cannot be imported: ${reason}.`,
      );
    }
  }

  async #write({ directory, name, documents }: RequestedExport): Promise<void> {
    try {
      const target = await resolveExportTarget(this.#root, directory, name);
      const { metadataPath, count } = await writeExport(documents(), target);
      this.#log(`exported ${count} documents to ${metadataPath}`);
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException;
      if (syscall === undefined) throw error;
      throw new RpcError(
        StatusCode.FAILED_PRECONDITION,
        `The export ${name} cannot be written to ${JSON.stringify(directory)}: ${message}.`,
      );
    }
  }
}
