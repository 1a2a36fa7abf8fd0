// Reads all documents of a query page by page, and writes in batches, so neither is limited by the
// size of one request.
import { send } from '../api/client.ts';
import {
  type CollectionQuery,
  commit,
  cursorOf,
  type Document,
  resourceName,
  runQuery,
  type Write,
} from '../firestore/requests.ts';
import type { FileDocument } from './document-files.ts';

const PAGE_LENGTH = 500;
const BATCH_LENGTH = 500;
const MAX_BATCH_CHARACTERS = 4_000_000;

/**
 * Reads all documents of a query. `onProgress` receives the number read so far.
 * @throws ApiError
 */
export async function readAll(
  query: CollectionQuery,
  onProgress: (count: number) => void,
): Promise<Document[]> {
  const documents: Document[] = [];
  for (;;) {
    const last = documents.at(-1);
    const start = last === undefined ? null : cursorOf(query, last);
    const rows = (await send(runQuery(query, { start, end: null, limit: PAGE_LENGTH }))) as {
      document?: Document;
    }[];
    const page = rows.flatMap(({ document }) => document ?? []);
    documents.push(...page);
    onProgress(documents.length);
    if (page.length < PAGE_LENGTH) return documents;
  }
}

/**
 * The batches of writes for an import. Without `replaces`, an existing document makes its batch
 * fail.
 */
export function batchesOf(
  documents: readonly FileDocument[],
  { database, collection, replaces }: { database: string; collection: readonly string[]; replaces: boolean },
): Write[][] {
  const batches: Write[][] = [];
  let characters = 0;
  for (const { id, fields } of documents) {
    const length = JSON.stringify(fields).length;
    const current = batches.at(-1);
    const write: Write = {
      update: { name: resourceName(database, [...collection, id]), fields },
      ...(replaces ? {} : { currentDocument: { exists: false } }),
    };
    const isFull =
      (current?.length ?? BATCH_LENGTH) >= BATCH_LENGTH || characters + length > MAX_BATCH_CHARACTERS;
    if (current === undefined || isFull) {
      batches.push([write]);
      characters = length;
    } else {
      current.push(write);
      characters += length;
    }
  }
  return batches;
}

/**
 * Writes batches one after another.
 * @throws Error that says how many documents were written before the failed batch
 */
export async function writeBatches(
  database: string,
  batches: readonly (readonly Write[])[],
  onProgress: (count: number) => void,
): Promise<void> {
  let written = 0;
  for (const batch of batches) {
    try {
      await send(commit(database, batch));
    } catch (error) {
      throw new Error(`${(error as Error).message} (${written} documents were imported before.)`);
    }
    written += batch.length;
    onProgress(written);
  }
}
