// The metadata of an object that its downloads have as headers. The Storage emulator stores what it
// gets: with a line break, each download failed from then on, and Studio showed no page for an
// object that was no text.
import { UploadError } from './storage-checksums.ts';

const HEADERS = [
  'contentType',
  'contentDisposition',
  'contentLanguage',
  'contentEncoding',
  'cacheControl',
] as const;
/** The characters of a header (RFC 9110, section 5.5); other letters are sent as UTF-8. */
const CONTROL = /(?!\t)\p{Cc}/u;

/** Throws an UploadError for metadata that no header can have. Null removes it. */
export function checkHeaders(metadata: Readonly<Record<string, unknown>> = {}): void {
  for (const name of HEADERS) {
    const value = metadata[name] ?? '';
    if (typeof value === 'string' && !CONTROL.test(value)) continue;
    throw new UploadError('InvalidArgument', `Invalid value for ${name}: ${JSON.stringify(value)}`);
  }
}
