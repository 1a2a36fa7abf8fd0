// Turns an uploaded file into a picture for products; docs/decisions/0057-uploaded-images.md
// explains why this is a call.
import { createHash } from 'node:crypto';
import type { ProcessImageRequest, ProcessImageResponse } from '@savepoint/model/callables';
import {
  imageFile,
  imageFileUrl,
  imageObjectName,
  UPLOAD_MAX_BYTES,
  UPLOADS_FOLDER,
} from '@savepoint/model/uploaded-image';
import { httpsError } from '../callable/https-error.ts';
import type { Bucket } from '../firestore/database.ts';
import { encodeImage, ImageError } from './encode-image.ts';

const NOT_FOUND = 404;
const DIGEST_LENGTH = 32;
/** A file never changes: different pixels have a different name. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

type UploadedFile = ReturnType<Bucket['file']>;

/**
 * The content of an upload. Rejects with not-found, and with invalid-argument if it exceeds the
 * limit in the rules.
 */
async function readUpload(upload: UploadedFile): Promise<Buffer> {
  try {
    const [{ size }] = await upload.getMetadata();
    if (Number(size) > UPLOAD_MAX_BYTES)
      throw new ImageError(`A picture can have at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`);
    const [content] = await upload.download();
    return content;
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND)
      throw httpsError('not-found', 'The uploaded file no longer exists. Please upload it again.');
    throw error;
  }
}

/**
 * Publishes the caller's upload in all sizes and removes the upload. The same file yields the same
 * picture, so a repeated call leaves nothing behind. Rejects with not-found, and with
 * invalid-argument, after removing the upload, for a file that is not a suitable picture.
 * `storageUrl` is the base URL of files for browsers.
 */
export async function processImage(
  bucket: Bucket,
  storageUrl: string,
  uid: string,
  { uploadId }: ProcessImageRequest,
): Promise<ProcessImageResponse> {
  const upload = bucket.file(`${UPLOADS_FOLDER}/${uid}/${uploadId}`);
  try {
    const content = await readUpload(upload);
    const { width, height, files } = await encodeImage(content);
    const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH);
    const folder = `${digest}-${width}x${height}`;
    await Promise.all(
      files.map((file) =>
        bucket.file(imageObjectName(folder, file.name)).save(file.content, {
          resumable: false,
          contentType: file.contentType,
          metadata: { cacheControl: CACHE_CONTROL },
        }),
      ),
    );
    await upload.delete({ ignoreNotFound: true });
    const objectsUrl = `${storageUrl}/v0/b/${bucket.name}/o/`;
    return { url: imageFileUrl({ objectsUrl, folder }, imageFile(width, 'webp')), width, height };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    await upload.delete({ ignoreNotFound: true });
    throw httpsError('invalid-argument', error.message, { field: 'uploadId' });
  }
}
