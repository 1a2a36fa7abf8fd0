// A folder holds one file, firestore-N.log: a magic line, then records of [length u32][crc32 u32][payload]. Compaction
// writes firestore-(N+1).log.tmp and renames it when it is complete, so that exactly one file is valid at any time. A
// torn write at the end does not pass its checksum and is truncated on open.

import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const MAGIC = Buffer.from('savepoint-firestore 1\n');
const HEADER_BYTES = 8;
const FILE_NAME = /^firestore-(\d+)\.log$/;
const READ_CHUNK_BYTES = 4 * 1024 * 1024;

/** A log of checksummed binary records on disk. */
export class AppendLog {
  readonly #folder: string;
  #generation: number;
  #file: number;
  #bytes: number;

  private constructor(folder: string, generation: number, file: number, bytes: number) {
    this.#folder = folder;
    this.#generation = generation;
    this.#file = file;
    this.#bytes = bytes;
  }

  /**
   * Opens the log in `folder`, which is created when missing, and calls `replay` with every complete record, oldest
   * first. Throws when another process has the folder locked or a file there is not a log.
   */
  static open(folder: string, replay: (payload: Buffer) => void): AppendLog {
    mkdirSync(folder, { recursive: true });
    lock(folder);
    const generations = readdirSync(folder)
      .map((name) => FILE_NAME.exec(name)?.[1])
      .filter((number) => number !== undefined)
      .map(Number);
    const generation = Math.max(1, ...generations);
    for (const name of readdirSync(folder)) {
      const number = FILE_NAME.exec(name)?.[1];
      const isStale = number !== undefined && Number(number) !== generation;
      if (isStale || name.endsWith('.log.tmp')) rmSync(join(folder, name));
    }
    const file = openSync(fileName(folder, generation), 'a+');
    const bytes = readRecords(file, fileName(folder, generation), replay);
    ftruncateSync(file, bytes);
    if (bytes === 0) writeSync(file, MAGIC);
    return new AppendLog(folder, generation, file, Math.max(bytes, MAGIC.length));
  }

  /** The size of the file in bytes. */
  get size(): number {
    return this.#bytes;
  }

  /** Appends a record; on return it survives the death of this process. Throws when the disk is full. */
  append(payload: Uint8Array): void {
    const record = encodeRecord(payload);
    const written = writeSync(this.#file, record);
    if (written !== record.length) {
      ftruncateSync(this.#file, this.#bytes);
      throw new Error(`Only ${written} of ${record.length} bytes were written: is the disk full?`);
    }
    this.#bytes += record.length;
  }

  /** Replaces all records by `payloads`, atomically. */
  compact(payloads: Iterable<Uint8Array>): void {
    const generation = this.#generation + 1;
    const target = fileName(this.#folder, generation);
    const file = openSync(`${target}.tmp`, 'w+');
    let bytes = writeSync(file, MAGIC);
    for (const payload of payloads) bytes += writeSync(file, encodeRecord(payload));
    fsyncSync(file);
    closeSync(file);
    renameSync(`${target}.tmp`, target);
    const old = this.#generation;
    closeSync(this.#file);
    this.#file = openSync(target, 'a+');
    this.#generation = generation;
    this.#bytes = bytes;
    rmSync(fileName(this.#folder, old));
  }

  /** Flushes and closes the file, and unlocks the folder. */
  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    rmSync(lockName(this.#folder), { force: true });
  }
}

function fileName(folder: string, generation: number): string {
  return join(folder, `firestore-${String(generation).padStart(6, '0')}.log`);
}

function lockName(folder: string): string {
  return join(folder, 'lock');
}

/** Locks the folder for this process. A lock whose process no longer runs is replaced. */
function lock(folder: string): void {
  try {
    writeFileSync(lockName(folder), String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(lockName(folder), 'utf8'));
    if (holder !== process.pid && isAlive(holder)) {
      throw new Error(`${folder} is in use by process ${holder}. Stop it, or choose another folder.`);
    }
    writeFileSync(lockName(folder), String(process.pid));
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function encodeRecord(payload: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(crc32(payload), 4);
  record.set(payload, HEADER_BYTES);
  return record;
}

/** Replays all complete records. Returns the offset where the last one ends, 0 for an empty file. */
function readRecords(file: number, name: string, replay: (payload: Buffer) => void): number {
  const size = fstatSync(file).size;
  const magic = Buffer.alloc(Math.min(MAGIC.length, size));
  readSync(file, magic, 0, magic.length, 0);
  if (!magic.equals(MAGIC.subarray(0, magic.length)))
    throw new Error(`${name} is not a log of savepoint-firestore.`);
  if (size < MAGIC.length) return 0;
  let at = MAGIC.length;
  let chunk = Buffer.alloc(0);
  let chunkStart = at;
  const read = (from: number, length: number): Buffer | undefined => {
    if (from + length > size) return undefined;
    if (from + length > chunkStart + chunk.length || from < chunkStart) {
      chunk = Buffer.alloc(Math.min(size - from, Math.max(length, READ_CHUNK_BYTES)));
      readSync(file, chunk, 0, chunk.length, from);
      chunkStart = from;
    }
    return chunk.subarray(from - chunkStart, from - chunkStart + length);
  };
  for (;;) {
    const header = read(at, HEADER_BYTES);
    if (!header) return at;
    const length = header.readUInt32LE(0);
    const checksum = header.readUInt32LE(4);
    const payload = read(at + HEADER_BYTES, length);
    if (!payload || crc32(payload) !== checksum) return at;
    replay(payload);
    at += HEADER_BYTES + length;
  }
}
