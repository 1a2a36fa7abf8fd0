// The format of a log file: a magic line, then records with a header and a payload. A header
// contains a marker, the log's id, the record's sequence number and length, the checksum of the
// payload, and a checksum of the header itself. So a damaged payload hides no other record, and
// after a damaged header the next one is found by its marker. The random log id distinguishes a
// log's own headers from those in a payload that contains a log. A record without a payload marks
// the end of a closed log; without it, a file that was cut between two records would look complete.

import { fstatSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** The first byte does not occur in UTF-8 text. */
const MARKER = Buffer.from([0xf5, 0x53, 0x46, 0x4c]);
const HEADER_BYTES = 24;
const READ_CHUNK_BYTES = 4 * 1024 * 1024;

/** The first line of a program's log. */
const magicOf = (program: string): Buffer => Buffer.from(`${program} 2\n`);

/** An unreadable part of a log file. */
export interface LogDamage {
  /** The bytes from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** The sequence number of the first lost record. */
  readonly firstLost: number;
  /**
   * The sequence number of the last lost record, less than `firstLost` if none is lost; undefined
   * if unknown.
   */
  readonly lastLost: number | undefined;
  /** `cut`: the file ends too early, within a record or without the end mark of a closed log. */
  readonly kind: 'damaged' | 'cut';
}

export interface LogScan {
  /** The log's id; undefined if it has no intact record. */
  readonly logId: number | undefined;
  /** The sequence number of the next record. */
  readonly nextSequence: number;
  /** The end of the last intact record, excluding the end mark. */
  readonly end: number;
  readonly damage: readonly LogDamage[];
}

/** Reads a file at any position, in large chunks. */
class ChunkReader {
  readonly size: number;
  readonly #file: number;
  #chunk = Buffer.alloc(0);
  #start = 0;

  constructor(file: number) {
    this.#file = file;
    this.size = fstatSync(file).size;
  }

  /** The bytes in [from, from + length); undefined if the file ends earlier. */
  read(from: number, length: number): Buffer | undefined {
    if (from + length > this.size) return undefined;
    if (from < this.#start || from + length > this.#start + this.#chunk.length) {
      this.#chunk = Buffer.alloc(Math.min(this.size - from, Math.max(length, READ_CHUNK_BYTES)));
      readSync(this.#file, this.#chunk, 0, this.#chunk.length, from);
      this.#start = from;
    }
    return this.#chunk.subarray(from - this.#start, from - this.#start + length);
  }

  /** The first position of `bytes` at or after `from`; undefined if there is none. */
  find(bytes: Buffer, from: number): number | undefined {
    let at = from;
    while (at + bytes.length <= this.size) {
      const inChunk = at < this.#start ? 0 : this.#start + this.#chunk.length - at;
      const length = inChunk >= bytes.length ? inChunk : Math.min(this.size - at, READ_CHUNK_BYTES);
      const index = this.read(at, length)?.indexOf(bytes) ?? -1;
      if (index >= 0) return at + index;
      // A match may span two chunks.
      at += length - bytes.length + 1;
    }
    return undefined;
  }
}

interface Header {
  readonly logId: number;
  readonly sequence: number;
  readonly length: number;
  readonly checksum: number;
}

function encodeHeader({ logId, sequence, length, checksum }: Header): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  MARKER.copy(header);
  header.writeUInt32LE(logId, 4);
  header.writeUInt32LE(sequence, 8);
  header.writeUInt32LE(length, 12);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(crc32(header.subarray(0, 20)), 20);
  return header;
}

/** Undefined for bytes that are not an intact header. */
function decodeHeader(bytes: Buffer | undefined): Header | undefined {
  if (!bytes?.subarray(0, MARKER.length).equals(MARKER)) return undefined;
  if (crc32(bytes.subarray(0, 20)) !== bytes.readUInt32LE(20)) return undefined;
  return {
    logId: bytes.readUInt32LE(4),
    sequence: bytes.readUInt32LE(8),
    length: bytes.readUInt32LE(12),
    checksum: bytes.readUInt32LE(16),
  };
}

/** Encodes a record with its header. Throws for an empty payload, which would be an end mark. */
export function encodeRecord(logId: number, sequence: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  if (length === 0) throw new Error('A record of the log cannot be empty.');
  return Buffer.concat([encodeHeader({ logId, sequence, length, checksum: crc32(payload) }), payload]);
}

/** The mark at the end of a closed log; `sequence` is that of the next record. */
export function encodeEndMark(logId: number, sequence: number): Buffer {
  return encodeHeader({ logId, sequence, length: 0, checksum: 0 });
}

/** Writes all of `bytes` at the end of the file. Throws when the disk is full. */
export function writeFully(file: number, bytes: Uint8Array): void {
  const written = writeSync(file, bytes);
  if (written < bytes.length) {
    throw new Error(`Only ${written} of ${bytes.length} bytes were written: is the disk full?`);
  }
}

/** Writes the first line of a log file of `program` and returns its size. */
export function writeMagic(file: number, program: string): number {
  const magic = magicOf(program);
  writeFully(file, magic);
  return magic.length;
}

/**
 * Reads a log file of `program` and calls `deliver` with the payload of every intact record, oldest
 * first. Returns undefined if the file is not such a log.
 */
export function scanLog(
  file: number,
  program: string,
  deliver: (payload: Buffer) => void,
): LogScan | undefined {
  const reader = new ChunkReader(file);
  const expected = magicOf(program);
  const magic = reader.read(0, Math.min(reader.size, expected.length)) ?? Buffer.alloc(0);
  const isStart = magic.equals(expected.subarray(0, magic.length));
  if (isStart && magic.length < expected.length) {
    const cut = {
      from: reader.size,
      to: reader.size,
      firstLost: 1,
      lastLost: undefined,
      kind: 'cut',
    } as const;
    return { logId: undefined, nextSequence: 1, end: 0, damage: [cut] };
  }
  if (isStart) return new Scanner(reader, deliver).scan(expected.length);
  const scan = new Scanner(reader, deliver).scan(0);
  return scan.logId === undefined ? undefined : scan;
}

class Scanner {
  readonly #reader: ChunkReader;
  readonly #deliver: (payload: Buffer) => void;
  readonly #damage: LogDamage[] = [];
  #logId: number | undefined;
  #nextSequence = 1;
  #end = 0;
  #isClosed = false;
  /** The start of damaged bytes that were skipped to find the next header. */
  #skippedFrom: number | undefined;

  constructor(reader: ChunkReader, deliver: (payload: Buffer) => void) {
    this.#reader = reader;
    this.#deliver = deliver;
  }

  scan(start: number): LogScan {
    const { size } = this.#reader;
    let at: number | undefined = start;
    this.#end = start;
    while (at !== undefined && at < size) {
      const header = this.#headerAt(at);
      at = header === undefined ? this.#skipToHeader(at) : this.#readRecord(at, header);
    }
    if (at !== undefined && !this.#isClosed) this.#reportLost(size, size, undefined, 'cut');
    return {
      logId: this.#logId,
      nextSequence: this.#nextSequence,
      end: this.#end,
      damage: this.#damage,
    };
  }

  #reportLost(from: number, to: number, lastLost: number | undefined, kind: LogDamage['kind']): void {
    this.#damage.push({ from, to, firstLost: this.#nextSequence, lastLost, kind });
  }

  /** The intact header at `at`; undefined if none there belongs to this log and continues it. */
  #headerAt(at: number): Header | undefined {
    const header = decodeHeader(this.#reader.read(at, HEADER_BYTES));
    if (header === undefined || header.sequence < this.#nextSequence) return undefined;
    return header.logId === (this.#logId ?? header.logId) ? header : undefined;
  }

  /**
   * Reads one record. Returns the position of the next one, or undefined if the file ends within
   * this one.
   */
  #readRecord(at: number, { logId, sequence, length, checksum }: Header): number | undefined {
    this.#logId ??= logId;
    if (sequence > this.#nextSequence || this.#skippedFrom !== undefined) {
      // Without a gap in the sequence numbers, no record was damaged, but the magic line or an end
      // mark.
      this.#reportLost(this.#skippedFrom ?? at, at, sequence - 1, 'damaged');
      this.#skippedFrom = undefined;
      this.#nextSequence = sequence;
    }
    this.#isClosed = length === 0;
    const next = at + HEADER_BYTES + length;
    if (this.#isClosed) return next;
    const payload = this.#reader.read(at + HEADER_BYTES, length);
    if (payload === undefined) {
      this.#reportLost(at, this.#reader.size, undefined, 'cut');
      return undefined;
    }
    if (crc32(payload) === checksum) this.#deliver(payload);
    else this.#reportLost(at, next, sequence, 'damaged');
    this.#nextSequence = sequence + 1;
    this.#end = next;
    return next;
  }

  /** Skips damaged bytes. Returns the position of the next header, or undefined if none follows. */
  #skipToHeader(from: number): number | undefined {
    const { size } = this.#reader;
    let at = this.#reader.find(MARKER, from + 1);
    while (at !== undefined && this.#headerAt(at) === undefined) at = this.#reader.find(MARKER, at + 1);
    this.#skippedFrom = from;
    if (at === undefined)
      this.#reportLost(from, size, undefined, this.#isTornHeader(from) ? 'cut' : 'damaged');
    return at;
  }

  /** Returns true if the file ends within the header at `from` and the existing part is intact. */
  #isTornHeader(from: number): boolean {
    const rest = this.#reader.read(from, Math.min(12, this.#reader.size - from));
    if (rest === undefined || this.#reader.size - from >= HEADER_BYTES) return false;
    const expected = encodeEndMark(this.#logId ?? 0, this.#nextSequence).subarray(0, rest.length);
    // The log's first header determines its id.
    if (this.#logId === undefined && rest.length > 4) rest.copy(expected, 4, 4, Math.min(8, rest.length));
    return rest.equals(expected);
  }
}
