// The layout of an export, as written by Google's emulator and by production:
//
//   NAME/NAME.overall_export_metadata                      LevelDB log of two records: version;
//                                                          kinds, count, bytes
//   NAME/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata
//                                                          name, times, output files
//   NAME/all_namespaces/all_kinds/output-0 …               LevelDB log of EntityProtos

import { readFileSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { createFolder } from '@savepoint/server/write-ahead-log/create-folder';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { decodeEntity } from './entity-reader.ts';
import { encodeEntity } from './entity-writer.ts';
import { isEarlierExport, OVERALL_SUFFIX } from './export-target.ts';
import { LevelDbLogWriter, readLevelDbLog } from './leveldb-log.ts';

/** The first record of the overall metadata. */
const OVERALL_VERSION = Buffer.from('3');
const KINDS_FOLDER = join('all_namespaces', 'all_kinds');
const KINDS_METADATA = 'all_namespaces_all_kinds.export_metadata';
const OUTPUT_BYTES = 64_000_000;
const WRITE_BYTES = 1_000_000;

function message(write: (writer: BinaryWriter) => void): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

function overallMetadata(count: number, bytes: number): Uint8Array {
  const scope = message((writer) => writer.tag(1, WireType.Varint).int32(2).tag(3, WireType.Varint).int32(3));
  const entry = message((writer) =>
    writer
      .tag(1, WireType.LengthDelimited)
      .bytes(scope)
      .tag(2, WireType.LengthDelimited)
      .string('all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata')
      .tag(3, WireType.Varint)
      .int64(BigInt(count))
      .tag(4, WireType.Varint)
      .int64(BigInt(bytes)),
  );
  return message((writer) => writer.tag(1, WireType.LengthDelimited).bytes(entry));
}

function kindsMetadata(
  name: string,
  startMicros: bigint,
  endMicros: bigint,
  outputs: readonly string[],
): Uint8Array {
  const run = message((writer) =>
    writer
      .tag(1, WireType.LengthDelimited)
      .string(name)
      .tag(2, WireType.Varint)
      .int64(startMicros)
      .tag(3, WireType.Varint)
      .int64(endMicros),
  );
  const files = message((writer) => {
    writer.tag(1, WireType.LengthDelimited).string('');
    for (const output of outputs) writer.tag(2, WireType.LengthDelimited).string(output);
  });
  return message((writer) =>
    writer.tag(1, WireType.LengthDelimited).bytes(run).tag(2, WireType.LengthDelimited).bytes(files),
  );
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes documents to output-0, output-1 … */
class OutputFiles {
  readonly names: string[] = [];
  count = 0;
  bytes = 0;
  readonly #folder: string;
  #file: FileHandle | undefined;
  #log = new LevelDbLogWriter();
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(document: Document): Promise<void> {
    if (this.#file === undefined || this.#log.position > OUTPUT_BYTES) await this.#next();
    const framed = this.#log.frame(encodeEntity(document));
    this.#pending.push(framed);
    this.#pendingBytes += framed.length;
    this.bytes += framed.length;
    this.count++;
    if (this.#pendingBytes > WRITE_BYTES) await this.#flush();
  }

  async finish(): Promise<void> {
    if (this.#file === undefined) await this.#next();
    await this.#end();
  }

  async #next(): Promise<void> {
    await this.#end();
    const name = `output-${this.names.length}`;
    this.names.push(name);
    this.#file = await open(join(this.#folder, name), 'w');
    this.#log = new LevelDbLogWriter();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    // Unlike write(), it writes all bytes or fails.
    await this.#file?.writeFile(bytes);
  }

  async #end(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#flush();
    await this.#file.sync();
    await this.close();
  }

  /** Closes the file that a failed write has left open. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

interface ExportSummary {
  readonly metadataPath: string;
  readonly count: number;
}

/**
 * Atomically writes an export to the folder `target`, whose last segment is its name. It replaces
 * an earlier export only when it is complete. `documents` must be a snapshot, because commits may
 * happen while it is written. Rejects with FAILED_PRECONDITION if `target` is anything but an
 * export.
 */
export async function writeExport(documents: Iterable<Document>, target: string): Promise<ExportSummary> {
  const name = basename(target);
  const metadataName = `${name}${OVERALL_SUFFIX}`;
  await isEarlierExport(target, name);
  createFolder(dirname(target));
  // A temporary folder beside the target, so that it can be renamed.
  const staging = await mkdtemp(join(dirname(target), `.${name}.staging-`));
  const next = join(staging, 'next');
  try {
    const count = await writeFiles(documents, next, name);
    await replaceFolder(next, target, join(staging, 'previous'));
    await rm(staging, { recursive: true, force: true });
    return { metadataPath: join(target, metadataName), count };
  } catch (error) {
    await rm(next, { recursive: true, force: true });
    // Deliberately fails if an earlier export could not be moved back from it.
    await rmdir(staging).catch(() => {});
    throw error;
  }
}

/** Writes the files of the export `name` into a new folder. Returns the number of documents. */
async function writeFiles(documents: Iterable<Document>, folder: string, name: string): Promise<number> {
  const kinds = join(folder, KINDS_FOLDER);
  const startMicros = BigInt(Date.now()) * 1000n;
  await mkdir(kinds, { recursive: true });
  const outputs = new OutputFiles(kinds);
  try {
    for (const document of documents) await outputs.add(document);
    await outputs.finish();
  } finally {
    await outputs.close();
  }
  const endMicros = BigInt(Date.now()) * 1000n;
  await writeDurably(join(kinds, KINDS_METADATA), kindsMetadata(name, startMicros, endMicros, outputs.names));
  const log = new LevelDbLogWriter();
  const overall = Buffer.concat([
    log.frame(OVERALL_VERSION),
    log.frame(overallMetadata(outputs.count, outputs.bytes)),
  ]);
  await writeDurably(join(folder, `${name}${OVERALL_SUFFIX}`), overall);
  return outputs.count;
}

/** Replaces `target` with `next`. An earlier export is moved to `previous`. */
async function replaceFolder(next: string, target: string, previous: string): Promise<void> {
  // Checked again, because writing the files took time.
  const exists = await isEarlierExport(target, basename(target));
  if (exists) await rename(target, previous);
  try {
    await rename(next, target);
  } catch (error) {
    if (exists) await rename(previous, target);
    throw error;
  }
}

/** The overall metadata file: `path` itself, or the one closest to the top of the folder `path`. */
async function findMetadata(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const entries = await readdir(path, { recursive: true });
  const found = entries.filter((entry) => entry.endsWith(OVERALL_SUFFIX)).sort((a, b) => a.length - b.length);
  if (found[0] !== undefined) return join(path, found[0]);
  throw new Error(`${path} contains no *${OVERALL_SUFFIX} file`);
}

/** The number of documents according to the overall metadata. */
function declaredCount(overall: Buffer): number {
  let total = 0;
  for (const record of readLevelDbLog(overall)) {
    if (record.equals(OVERALL_VERSION)) continue;
    const reader = new BinaryReader(record);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field !== 1 || wireType !== WireType.LengthDelimited) {
        reader.skip(wireType, field);
        continue;
      }
      const entry = new BinaryReader(reader.bytes());
      while (entry.pos < entry.len) {
        const [member, memberType] = entry.tag();
        if (member === 3 && memberType === WireType.Varint) total += Number(entry.int64());
        else entry.skip(memberType, member);
      }
    }
  }
  return total;
}

async function outputFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const number = (path: string): number => Number(/(\d+)$/.exec(path)?.[1]);
  return entries
    .filter((entry) => /^output-\d+$/.test(basename(entry)))
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || number(a) - number(b))
    .map((entry) => join(folder, entry));
}

/** A validated export. */
interface ExportContents {
  readonly count: number;
  /** Decoded lazily, with one output file in memory at a time. */
  readonly documents: Iterable<Document>;
}

/**
 * Opens an export by this emulator, Google's or production. `path` is its overall metadata file or
 * a folder that contains it. All checksums are verified first, so no import is partial: rejects
 * with the name of the file if a record is corrupt or documents are missing.
 */
export async function readExport(path: string, databaseName: string): Promise<ExportContents> {
  const metadataPath = await findMetadata(path);
  const files = await outputFiles(dirname(metadataPath));
  let count = 0;
  for (const file of files) {
    for (const _record of readRecords(file)) count++;
  }
  const declared = declaredCount(await readFile(metadataPath));
  if (declared !== count) {
    throw new Error(`${metadataPath} declares ${declared} documents; its folder contains ${count}`);
  }
  const documents = {
    *[Symbol.iterator]() {
      for (const file of files) {
        for (const record of readRecords(file)) yield decodeEntity(record, databaseName);
      }
    },
  };
  return { count, documents };
}

function* readRecords(file: string): Generator<Buffer> {
  try {
    yield* readLevelDbLog(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} is corrupt: ${(error as Error).message}`);
  }
}
