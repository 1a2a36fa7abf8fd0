// Picture files are not owned by one product: copied products share them, and deleted or replaced
// documents can be restored. So an unused picture is marked first, and removed if it is still
// marked after everything restorable has expired.
import { RESTORABLE_DAYS } from '@savepoint/model/limits';
import { IMAGES_FOLDER, parseUploadedImageUrl, UPLOADS_FOLDER } from '@savepoint/model/uploaded-image';
import type { Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../firestore/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** One week extra: the TTL policy that deletes restorable documents is sometimes late. */
const UNUSED_MAX_MS = (RESTORABLE_DAYS + 7) * DAY_MS;
/** Uploads are processed within minutes or never. */
const UPLOAD_MAX_MS = DAY_MS;
/** Custom metadata of a picture's files: an ISO time. Empty for a picture that is in use again. */
const UNUSED_SINCE = 'unusedSince';
const PRECONDITION_FAILED = 412;

type StoredFile = ReturnType<Bucket['file']>;

export interface SweepResult {
  readonly uploads: number;
  readonly images: number;
}

function folderOf(url: unknown): string[] {
  const image = typeof url === 'string' ? parseUploadedImageUrl(url) : undefined;
  return image === undefined ? [] : [image.folder];
}

/** The folders of pictures used by products and categories, including restorable ones. */
async function usedFolders(db: Firestore): Promise<ReadonlySet<string>> {
  const [products, categories, deleted] = await Promise.all([
    db.collection('products').select('image', 'images').get(),
    db.collection('categories').select('image').get(),
    db.collection('deletedDocuments').select('fields.image', 'fields.images').get(),
  ]);
  const documents = [...products.docs, ...categories.docs].map((document) => document.data());
  for (const document of deleted.docs) documents.push(document.get('fields') ?? {});
  return new Set(documents.flatMap(({ image, images = [] }) => [image, ...images].flatMap(folderOf)));
}

/** Deletes a file unless it was rewritten after listing, as by an upload of the same picture. */
async function deleteListed(file: StoredFile): Promise<void> {
  try {
    const { generation } = file.metadata;
    await file.delete({
      ignoreNotFound: true,
      ...(generation !== undefined && { ifGenerationMatch: generation }),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== PRECONDITION_FAILED) throw error;
  }
}

function groupByFolder(files: readonly StoredFile[]): ReadonlyMap<string, readonly StoredFile[]> {
  return Map.groupBy(files, ({ name }) => name.split('/')[1] ?? '');
}

/**
 * The ISO time at which a sweep first found a picture unused; undefined if one of its files was
 * written since.
 */
function unusedSince(files: readonly StoredFile[]): string | undefined {
  const marks = files.map(({ metadata }) => String(metadata.metadata?.[UNUSED_SINCE] ?? ''));
  return marks.includes('') ? undefined : marks.toSorted().at(-1);
}

/**
 * Removes unprocessed uploads, and pictures that were unused for longer than anything can be
 * restored.
 */
export async function deleteUnusedImages(db: Firestore, bucket: Bucket, now: Date): Promise<SweepResult> {
  const [uploads] = await bucket.getFiles({ prefix: `${UPLOADS_FOLDER}/` });
  const abandoned = uploads.filter(
    ({ metadata }) => now.getTime() - Date.parse(metadata.timeCreated ?? '') > UPLOAD_MAX_MS,
  );
  await Promise.all(abandoned.map(deleteListed));

  const [files] = await bucket.getFiles({ prefix: `${IMAGES_FOLDER}/` });
  // Read after listing: a listed picture that a product has meanwhile adopted is used.
  const used = await usedFolders(db);
  let images = 0;
  for (const [folder, stored] of groupByFolder(files)) {
    const since = unusedSince(stored);
    const mark = (at: string) =>
      Promise.all(stored.map((file) => file.setMetadata({ metadata: { [UNUSED_SINCE]: at } })));
    if (used.has(folder)) {
      if (since !== undefined) await mark('');
    } else if (since === undefined) await mark(now.toISOString());
    else if (now.getTime() - Date.parse(since) > UNUSED_MAX_MS) {
      await Promise.all(stored.map(deleteListed));
      images += 1;
    }
  }
  return { uploads: abandoned.length, images };
}
