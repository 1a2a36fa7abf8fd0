// An operating system lock on a file, taken through SQLite, which Node contains and which locks the
// same way on every system. It ends with its process, even with a killed one or a zombie, and it
// works between containers that share the folder. A process id in a file has neither property.

import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createFolder } from './create-folder.ts';

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;

/**
 * The locks of this process. An unreferenced lock would end when its database is garbage-collected.
 */
const held = new Set<FolderLock>();

/** The exclusive right to use a folder, until `release` or the end of the process. */
export class FolderLock {
  readonly #holderFile: string;
  readonly #database: DatabaseSync;

  private constructor(holderFile: string, database: DatabaseSync) {
    this.#holderFile = holderFile;
    this.#database = database;
  }

  /**
   * Creates the folder if necessary and locks it. Throws when it is already locked or cannot be
   * locked.
   */
  static acquire(folder: string): FolderLock {
    const sqlite = process.getBuiltinModule('node:sqlite');
    createFolder(folder);
    // SQLite would only report that it cannot open its file.
    accessSync(folder, constants.W_OK);
    const holderFile = join(folder, 'lock');
    const database = openLockFile(sqlite, join(folder, 'lock.sqlite'));
    try {
      database.exec('BEGIN IMMEDIATE');
      // Only for the message below.
      writeFileSync(holderFile, String(process.pid));
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode !== BUSY) throw error;
      throw new Error(`${folder} is in use by ${readHolder(holderFile)}. Stop it, or choose another folder.`);
    }
    const lock = new FolderLock(holderFile, database);
    held.add(lock);
    return lock;
  }

  /** Unlocks the folder. */
  release(): void {
    held.delete(this);
    rmSync(this.#holderFile, { force: true });
    this.#database.close();
  }
}

function openLockFile({ DatabaseSync }: typeof import('node:sqlite'), path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new Error(`no file can be created in it (${(error as Error).message})`);
  }
}

function readHolder(holderFile: string): string {
  try {
    const processId = readFileSync(holderFile, 'utf8');
    return /^\d+$/.test(processId) ? `process ${processId}` : 'another process';
  } catch {
    // The process that has just taken the lock has not written its id yet.
    return 'another process';
  }
}
