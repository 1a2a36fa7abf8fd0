import { AppendLog, type DamageReport, type LogFiles } from './append-log.ts';

/**
 * The log is compacted when it exceeds COMPACTION_FACTOR times the live data by this many bytes.
 */
const COMPACTION_FLOOR_BYTES = 8 * 1024 * 1024;
const COMPACTION_FACTOR = 4;

export interface WriteAheadLogOptions extends LogFiles {
  /** Receives each record in the log, oldest first. */
  readonly replay: (record: Buffer) => void;
  /** Returns records that restore all data. */
  readonly checkpoint: () => Iterable<Uint8Array>;
  /** Returns the size of all data. */
  readonly liveBytes: () => number;
  /** Receives a line about damage to the log or about a failed compaction. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number | undefined;
}

/** Stores every write of an emulator on disk before it is acknowledged. */
export class WriteAheadLog {
  readonly #log: AppendLog;
  readonly #options: WriteAheadLogOptions;
  readonly #floorBytes: number;
  #liveBytes: number;
  /** Checkpoint bytes per byte of live data, measured at the last checkpoint. */
  #encodingRatio = 1;
  /** After a failed compaction, the log size at which to retry. */
  #retrySize = 0;

  /**
   * Opens the log and replays it. Damage is reported, and everything readable is recovered. Throws
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
   * Returns once the record survives the death of the process. `growthBytes` is the growth of the
   * live data. Throws when the disk is full.
   */
  append(record: Uint8Array, growthBytes: number): void {
    this.#log.append(record);
    this.#liveBytes += growthBytes;
  }

  /**
   * Replaces the log with a checkpoint if that is due. Call it after applying the last record to
   * the data. A failed compaction is reported, not thrown, because the preceding write is durable.
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

/** One line per damaged place: the file, the bytes, and the lost records. */
function* damageLines({ file, damage, copy }: DamageReport): Generator<string> {
  for (const { kind, from, to, firstLost, lastLost } of damage) {
    const bytes = `bytes ${from} to ${to}`;
    if (kind === 'cut') {
      const torn = to > from ? `${bytes}, an incomplete record, were removed. ` : '';
      yield `${file} was not closed properly, or is truncated, at byte ${from}. ${torn}Lost: record ${firstLost} and those after it, if there were any.`;
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
