// Uploads to Firebase Storage. Its SDK is loaded by the first upload.
import { UPLOADS_FOLDER } from '@savepoint/model/uploaded-image';
import { BackendException } from './backend-error.ts';
import { loadStorage } from './sdk.ts';

/** How long the SDK retries a lost request before the upload fails. */
const RETRY_MS = 60_000;

interface UploadOptions {
  /** The uploaded fraction, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Messages for the SDK's codes; anything else is a lost connection or an unresponsive server. */
const MESSAGES: Readonly<Record<string, string>> = {
  'storage/unauthorized':
    'The upload was refused. Sign in again if your role has changed lately, and check that the file is a picture.',
  'storage/unauthenticated': 'Please sign in again.',
  'storage/quota-exceeded': 'The storage of the shop is full. Contact the people who run it.',
};
const CONNECTION_LOST = 'The connection was lost. Nothing was saved; try again.';

/**
 * Uploads a file to the signed-in user's upload folder. Resolves with its id there. Rejects with
 * BackendException, whose message is for people, or with the code 'cancelled' if the signal was
 * aborted. An incomplete upload leaves no file.
 */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const { storage, sdk, auth } = await loadStorage();
  await auth.authStateReady();
  const uid = auth.currentUser?.uid;
  if (uid === undefined)
    throw new BackendException({ code: 'unauthenticated', message: 'Please sign in again.' });
  storage.maxUploadRetryTime = RETRY_MS;
  const uploadId = crypto.randomUUID();
  const target = sdk.ref(storage, `${UPLOADS_FOLDER}/${uid}/${uploadId}`);
  const task = sdk.uploadBytesResumable(target, file, { contentType: file.type });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  task.on('state_changed', ({ bytesTransferred, totalBytes }) =>
    onProgress(totalBytes === 0 ? 0 : bytesTransferred / totalBytes),
  );
  if (signal.aborted) cancel();
  try {
    await task;
    return uploadId;
  } catch (thrown) {
    const code = String((thrown as { code?: unknown }).code);
    if (code === 'storage/canceled') throw new BackendException({ code: 'cancelled', message: 'Cancelled.' });
    throw new BackendException({ code, message: MESSAGES[code] ?? CONNECTION_LOST });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
