// Validates metadata of an object that downloads have as headers. The Storage emulator stores any
// value: a line break made each later download fail, and objects that are not text could be shown
// as a page of Studio.
import { UploadError } from './storage-checksums.ts';

const HEADERS = [
  'contentType',
  'contentDisposition',
  'contentLanguage',
  'contentEncoding',
  'cacheControl',
] as const;
/**
 * Characters that are not allowed in a header (RFC 9110, section 5.5); non-ASCII letters are sent
 * as UTF-8.
 */
const CONTROL = /(?!\t)\p{Cc}/u;

/** Throws an UploadError for metadata that is not a valid header. Null removes it. */
export function checkHeaders(metadata: Readonly<Record<string, unknown>> = {}): void {
  for (const name of HEADERS) {
    const value = metadata[name] ?? '';
    if (typeof value === 'string' && !CONTROL.test(value)) continue;
    throw new UploadError('InvalidArgument', `Invalid value for ${name}: ${JSON.stringify(value)}`);
  }
}
