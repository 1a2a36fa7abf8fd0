import { AppendLog, type DamageReport, type LogFiles } from './append-log.ts';

/**
 * The log is compacted when it has this many bytes more than COMPACTION_FACTOR times the live data.
 */
const COMPACTION_FLOOR_BYTES = 8 * 1024 * 1024;
const COMPACTION_FACTOR = 4;

/** The options of a WriteAheadLog. */
export interface WriteAheadLogOptions extends LogFiles {
  /** Calls `replay` with each record in the log, oldest first. */
  readonly replay: (record: Buffer) => void;
  /** Records that restore all data. */
  readonly checkpoint: () => Iterable<Uint8Array>;
  /** The size of all data. */
  readonly liveBytes: () => number;
  /** Receives a line about damage of the log, or about a compaction that failed. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number | undefined;
}

/** Every write of an emulator, on disk before it is acknowledged. */
export class WriteAheadLog {
  readonly #log: AppendLog;
  readonly #options: WriteAheadLogOptions;
  readonly #floorBytes: number;
  #liveBytes: number;
  /** The bytes in a checkpoint per byte of live data, as the last checkpoint had it. */
  #encodingRatio = 1;
  /** After a compaction that failed, the size from which on to try again. */
  #retrySize = 0;

  /**
   * Opens the log and replays it. Damage is reported, and what can be read is recovered. Throws
   * when another process uses the folder or a file there is not a log.
   */
  constructor(options: WriteAheadLogOptions) {
    const { replay, warn, liveBytes, compactionFloorBytes } = options;
    this.#options = options;
    this.#floorBytes = compactionFloorBytes ?? COMPACTION_FLOOR_BYTES;
    this.#log = AppendLog.open(options, replay, (report) => {
      for (const line of damageLines(report)) warn(line);
    });
    this.#liveBytes = liveBytes();
  }

  /**
   * Returns once the record survives the death of the process; `growthBytes` is the growth of the
   * live data. Throws when the disk is full.
   */
  append(record: Uint8Array, growthBytes: number): void {
    this.#log.append(record);
    this.#liveBytes += growthBytes;
  }

  /**
   * Replaces the log by a checkpoint when that is due. Call it after the data have the last record.
   * A compaction that fails is reported, not thrown: the write before it is durable.
   */
  compactIfDue(): void {
    const { size } = this.#log;
    const live = this.#liveBytes * this.#encodingRatio;
    if (size < Math.max(this.#floorBytes + COMPACTION_FACTOR * live, this.#retrySize)) return;
    const { checkpoint, liveBytes, warn } = this.#options;
    try {
      this.#log.compact(checkpoint());
    } catch (error) {
      this.#retrySize = 2 * size;
      warn(`The log could not be compacted, and grows for now: ${(error as Error).message}`);
      return;
    }
    this.#retrySize = 0;
    this.#liveBytes = liveBytes();
    if (this.#liveBytes > 0) this.#encodingRatio = this.#log.size / this.#liveBytes;
  }

  close(): void {
    this.#log.close();
  }
}

/** One line per damaged place: the file, the bytes, and what is lost. */
function* damageLines({ file, damage, copy }: DamageReport): Generator<string> {
  for (const { kind, from, to, firstLost, lastLost } of damage) {
    const bytes = `bytes ${from} to ${to}`;
    if (kind === 'cut') {
      const torn = to > from ? `${bytes}, an incomplete record, were removed. ` : '';
      yield `${file} was not closed, or is cut, at byte ${from}. ${torn}Lost: record ${firstLost} and those after it, if there were any.`;
      continue;
    }
    const copied = copy === undefined ? '' : ` The damaged file is kept as ${copy}.`;
    yield `${file} is damaged, ${bytes}. Lost: ${lostRecords(firstLost, lastLost)}. All other records are recovered.${copied}`;
  }
}

function lostRecords(first: number, last: number | undefined): string {
  if (last === undefined) return `record ${first} and those after it, if there were any`;
  if (last < first) return 'none';
  return first === last ? `record ${first}` : `records ${first} to ${last}`;
}
