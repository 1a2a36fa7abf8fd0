// Resumable upload sessions of Cloud Storage's JSON API
// (https://cloud.google.com/storage/docs/performing-resumable-uploads). The emulator treats every
// request with content as the whole upload; this adds chunks and status queries.
import type { Checksum, StorageEmulator, StoredObject, Upload, UploadService } from './storage-emulator.ts';
import { ApiError } from './storage-query.ts';

interface Chunk {
  readonly id: string;
  /** Without a range, or with an unknown end, the body extends to the end of the object. */
  readonly range: string | undefined;
  readonly checksums: readonly Checksum[];
  readonly bytes: Buffer;
}

/** The object, or the number of received bytes while more are expected. */
type Received =
  | { readonly stored: StoredObject; readonly size?: never }
  | { readonly stored?: never; readonly size: number };

/**
 * `bytes 0-262143/1048576`, with `*` for an unknown end or total, or for the range in a status
 * query.
 */
const CONTENT_RANGE = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*)$/;

/** Appends a chunk. The last chunk stores the object. */
export async function receiveChunk(
  { uploadService, adminStorageLayer }: StorageEmulator,
  { id, range = 'bytes 0-*/*', checksums, bytes }: Chunk,
): Promise<Received> {
  const parsed = CONTENT_RANGE.exec(range);
  if (parsed === null) throw new ApiError(400, `Invalid Content-Range: ${range}`, { reason: 'badRequest' });
  const [, first, last, total] = parsed;
  const upload = findSession(uploadService, id);
  if (upload.status === 'cancelled') throw new ApiError(499, 'The upload has been canceled.');
  if (upload.status === 'final') {
    const { bucketId, objectId } = upload;
    const stored = adminStorageLayer.getMetadata(bucketId, objectId);
    return stored === undefined ? { size: upload.size } : { stored };
  }
  if (first === undefined) return { size: upload.size };
  if (last !== '*' && bytes.length !== Number(last) - Number(first) + 1) {
    const message = `Content-Range does not match the ${bytes.length} bytes of the body.`;
    throw new ApiError(400, message, { reason: 'badRequest' });
  }
  // Bytes that have already arrived are not stored again, and a gap is not stored at all: the
  // response tells where to continue.
  const known = upload.size - Number(first);
  if (known >= 0) uploadService.continueResumableUpload(id, bytes.subarray(known));
  const isComplete = total === '*' ? last === '*' && known >= 0 : upload.size === Number(total);
  if (!isComplete) return { size: upload.size };
  upload.checksums = [...(upload.checksums ?? []), ...checksums];
  uploadService.finalizeResumableUpload(id);
  try {
    return { stored: await adminStorageLayer.uploadObject(upload) };
  } catch (error) {
    // There is no status to query for this session.
    upload.status = 'cancelled';
    throw error;
  }
}

/** Ends a session whose object is not stored yet, and discards its content. */
export function cancelSession({ uploadService, adminStorageLayer }: StorageEmulator, id: string): void {
  const { status, path } = findSession(uploadService, id);
  if (status !== 'active') return;
  uploadService.cancelResumableUpload(id);
  adminStorageLayer._persistence.deleteFile(path, true);
}

function findSession(uploadService: UploadService, id: string): Upload {
  try {
    return uploadService.getResumableUpload(id);
  } catch {
    throw new ApiError(404, 'There is no such upload session.', { reason: 'notFound' });
  }
}
