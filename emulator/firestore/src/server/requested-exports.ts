import { resolve } from 'node:path';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { writeExport } from './export-files.ts';
import { resolveExportTarget } from './export-target.ts';

interface RequestedExport {
  /** From the request; may be relative to the root. */
  readonly directory: string;
  readonly name: string;
  /** Returns a snapshot. */
  readonly documents: () => Iterable<Document>;
}

/** Writes the exports that requests ask for, below one folder. */
export class RequestedExports {
  readonly #root: string;
  readonly #log: (line: string) => void;
  /** The last export: they are written one after another, because two could have the same target. */
  #last: Promise<void> = Promise.resolve();

  constructor(root: string, log: (line: string) => void) {
    this.#root = resolve(root);
    this.#log = log;
  }

  /**
   * Writes an export when those before have ended. Rejects with INVALID_ARGUMENT or FAILED_PRECONDITION when it cannot be
   * written there; nothing on disk has changed then.
   */
  write(requested: RequestedExport): Promise<void> {
    const written = this.#last.then(() => this.#write(requested));
    this.#last = written.catch(() => {});
    return written;
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
