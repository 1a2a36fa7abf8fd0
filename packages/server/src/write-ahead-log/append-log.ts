// A folder contains one file, NAME-N.log. Compaction writes NAME-(N+1).log.tmp and renames it when
// it is complete, so exactly one file is valid at any time. A damaged file is copied before its
// intact records are written to a new one. Only an incomplete record at the end, as left by a
// crash, is cut off in place.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { FolderLock } from './folder-lock.ts';
import {
  encodeEndMark,
  encodeRecord,
  type LogDamage,
  type LogScan,
  scanLog,
  writeFully,
  writeMagic,
} from './log-file.ts';

/** The damage found when a log file was opened. */
export interface DamageReport {
  readonly file: string;
  readonly damage: readonly LogDamage[];
  /** The copy of the damaged file; undefined if only an incomplete record was cut off its end. */
  readonly copy: string | undefined;
}

/** The location of a log's files. */
export interface LogFiles {
  readonly folder: string;
  /** The emulator that owns the log, such as `firestore`. */
  readonly name: string;
}

interface OpenFile {
  readonly file: number;
  readonly generation: number;
  readonly logId: number;
  readonly nextSequence: number;
  readonly bytes: number;
}

/** A log of checksummed binary records on disk. */
export class AppendLog {
  readonly #files: LogFiles;
  readonly #lock: FolderLock;
  #generation: number;
  #file: number;
  #logId: number;
  #nextSequence: number;
  #bytes: number;

  private constructor(files: LogFiles, lock: FolderLock, open: OpenFile) {
    this.#files = files;
    this.#lock = lock;
    this.#generation = open.generation;
    this.#file = open.file;
    this.#logId = open.logId;
    this.#nextSequence = open.nextSequence;
    this.#bytes = open.bytes;
  }

  /**
   * Opens a log, creating its folder if necessary, and calls `replay` with every intact record,
   * oldest first. Calls `onDamage` when records are or may be lost. Throws when the folder is
   * locked or contains a file with this name that is not such a log.
   */
  static open(
    files: LogFiles,
    replay: (payload: Buffer) => void,
    onDamage: (report: DamageReport) => void,
  ): AppendLog {
    const lock = FolderLock.acquire(files.folder);
    try {
      return new AppendLog(files, lock, openNewestFile(files, replay, onDamage));
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The size of the file in bytes. */
  get size(): number {
    return this.#bytes;
  }

  /**
   * Appends a record. After it returns, the record survives the death of this process. Throws when
   * the disk is full.
   */
  append(payload: Uint8Array): void {
    const record = encodeRecord(this.#logId, this.#nextSequence, payload);
    try {
      writeFully(this.#file, record);
    } catch (error) {
      ftruncateSync(this.#file, this.#bytes);
      throw error;
    }
    this.#nextSequence++;
    this.#bytes += record.length;
  }

  /**
   * Atomically replaces all records with `payloads`. Throws when the disk is full; the log is then
   * unchanged.
   */
  compact(payloads: Iterable<Uint8Array>): void {
    const next = createFile(this.#files, this.#generation + 1, (write) => {
      for (const payload of payloads) write(payload);
    });
    const old = { file: this.#file, generation: this.#generation };
    this.#file = next.file;
    this.#generation = next.generation;
    this.#logId = next.logId;
    this.#nextSequence = next.nextSequence;
    this.#bytes = next.bytes;
    closeSync(old.file);
    rmSync(fileName(this.#files, old.generation));
  }

  /** Flushes and closes the file, and unlocks the folder. */
  close(): void {
    try {
      writeFully(this.#file, encodeEndMark(this.#logId, this.#nextSequence));
      fsyncSync(this.#file);
    } finally {
      closeSync(this.#file);
      this.#lock.release();
    }
  }
}

/** The name of the emulator's command, with which the file's first line begins. */
const programOf = ({ name }: LogFiles): string => `savepoint-${name}`;

function fileName({ folder, name }: LogFiles, generation: number): string {
  return join(folder, `${name}-${String(generation).padStart(6, '0')}.log`);
}

/** Writes a complete log file under a temporary name, then renames it. */
function createFile(
  files: LogFiles,
  generation: number,
  fill: (write: (payload: Uint8Array) => void) => void,
): OpenFile {
  const target = fileName(files, generation);
  const temporary = `${target}.tmp`;
  const logId = randomBytes(4).readUInt32LE();
  let nextSequence = 1;
  const file = openSync(temporary, 'ax+');
  try {
    let bytes = writeMagic(file, programOf(files));
    fill((payload) => {
      const record = encodeRecord(logId, nextSequence, payload);
      writeFully(file, record);
      nextSequence++;
      bytes += record.length;
    });
    fsyncSync(file);
    renameSync(temporary, target);
    syncFolder(files.folder);
    return { file, generation, logId, nextSequence, bytes };
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes a rename durable. Windows cannot open folders and needs no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function openNewestFile(
  files: LogFiles,
  replay: (payload: Buffer) => void,
  onDamage: (report: DamageReport) => void,
): OpenFile {
  const { folder } = files;
  const fileNames = new RegExp(`^${files.name}-(\\d+)\\.log$`);
  const names = readdirSync(folder);
  for (const name of names) if (name.endsWith('.log.tmp')) rmSync(join(folder, name));
  const generations = names.map((name) => fileNames.exec(name)?.[1]).filter((text) => text !== undefined);
  if (generations.length === 0) return createFile(files, 1, () => {});
  const generation = Math.max(...generations.map(Number));
  const older = names.filter(
    (name) => fileNames.test(name) && join(folder, name) !== fileName(files, generation),
  );
  const path = fileName(files, generation);
  const file = openSync(path, 'a+');
  try {
    const scan = scanLog(file, programOf(files), replay);
    if (scan === undefined) throw new Error(`${path} is not a log of ${programOf(files)}.`);
    const suffix = `damaged-${new Date().toISOString().replaceAll(/[-:]/g, '')}`;
    const isDamaged = scan.damage.some(({ kind }) => kind === 'damaged');
    const copy = isDamaged ? `${path}.${suffix}` : undefined;
    // Copy and report first, so that no later failure loses data silently.
    if (copy !== undefined) copyFileSync(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if (scan.damage.length > 0) onDamage({ file: path, damage: scan.damage, copy });
    const open = continueFile(files, { file, generation, scan });
    // If a compaction was interrupted, an older file remains. It may contain what the damaged one
    // has lost.
    for (const name of older) {
      if (isDamaged) renameSync(join(folder, name), `${join(folder, name)}.${suffix}`);
      else rmSync(join(folder, name));
    }
    return open;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Prepares a file for more records: removes an incomplete record or end mark, or writes the intact
 * records to a new file.
 */
function continueFile(
  files: LogFiles,
  { file, generation, scan }: { file: number; generation: number; scan: LogScan },
): OpenFile {
  const { logId, nextSequence, end, damage } = scan;
  const isDamaged = damage.some(({ kind }) => kind === 'damaged');
  if (!isDamaged && logId !== undefined) {
    ftruncateSync(file, end);
    return { file, generation, logId, nextSequence, bytes: end };
  }
  const next = createFile(files, generation + 1, (write) => scanLog(file, programOf(files), write));
  closeSync(file);
  rmSync(fileName(files, generation));
  return next;
}
