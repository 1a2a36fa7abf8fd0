// LevelDB's log format (google/leveldb, doc/log_format.md), which exports use: blocks of 32 KiB. A
// record is one FULL fragment, or a FIRST, any number of MIDDLE and a LAST fragment. Each has a
// masked CRC-32C.

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
const FragmentType = { FULL: 1, FIRST: 2, MIDDLE: 3, LAST: 4 } as const;
const CRC_MASK = 0xa282ead8;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32C (Castagnoli) over a fragment's type and data, masked as LevelDB stores it. */
function fragmentChecksum(type: number, data: Uint8Array): number {
  let crc = 0xffffffff;
  crc = (CRC_TABLE[(crc ^ type) & 0xff] as number) ^ (crc >>> 8);
  for (let index = 0; index < data.length; index++) {
    crc = (CRC_TABLE[(crc ^ (data[index] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  crc = ~crc >>> 0;
  return (((crc >>> 15) | (crc << 17)) + CRC_MASK) >>> 0;
}

/** Encodes consecutive records. */
export class LevelDbLogWriter {
  #position = 0;

  /** The length of all encoded records in bytes. */
  get position(): number {
    return this.#position;
  }

  /** Encodes the next record. */
  frame(record: Uint8Array): Buffer {
    const parts: Buffer[] = [];
    let offset = 0;
    let isFirst = true;
    do {
      const left = BLOCK_BYTES - (this.#position % BLOCK_BYTES);
      if (left < HEADER_BYTES) this.#push(parts, Buffer.alloc(left));
      const space = BLOCK_BYTES - (this.#position % BLOCK_BYTES) - HEADER_BYTES;
      const data = record.subarray(offset, offset + space);
      offset += data.length;
      const isLast = offset === record.length;
      const lastType = isFirst ? FragmentType.FULL : FragmentType.LAST;
      const innerType = isFirst ? FragmentType.FIRST : FragmentType.MIDDLE;
      this.#pushFragment(parts, isLast ? lastType : innerType, data);
      isFirst = false;
    } while (offset < record.length);
    return Buffer.concat(parts);
  }

  #pushFragment(parts: Buffer[], type: number, data: Uint8Array): void {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(fragmentChecksum(type, data), 0);
    header.writeUInt16LE(data.length, 4);
    header[6] = type;
    this.#push(parts, header);
    this.#push(parts, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }

  #push(parts: Buffer[], bytes: Buffer): void {
    parts.push(bytes);
    this.#position += bytes.length;
  }
}

/**
 * Decodes the records of a log, in order. Throws an Error with the position of a corrupt fragment.
 */
export function* readLevelDbLog(log: Buffer): Generator<Buffer> {
  let fragments: Buffer[] = [];
  for (let block = 0; block < log.length; block += BLOCK_BYTES) {
    const end = Math.min(block + BLOCK_BYTES, log.length);
    let at = block;
    while (end - at >= HEADER_BYTES) {
      const length = log.readUInt16LE(at + 4);
      const type = log[at + 6] as number;
      if (type === 0 && length === 0) break;
      const data = log.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
      if (data.length < length || at + HEADER_BYTES + length > end)
        throw new Error(`truncated at byte ${at}`);
      if (fragmentChecksum(type, data) !== log.readUInt32LE(at))
        throw new Error(`wrong checksum at byte ${at}`);
      at += HEADER_BYTES + length;
      fragments.push(data);
      if (type === FragmentType.FULL || type === FragmentType.LAST) {
        yield fragments.length === 1 ? data : Buffer.concat(fragments);
        fragments = [];
      }
    }
  }
  if (fragments.length > 0) throw new Error('truncated inside the last record');
}
