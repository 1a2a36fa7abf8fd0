// Verifies the checksums that a client sends with an upload, as Cloud Storage does
// (https://cloud.google.com/storage/docs/hashes-etags#validation): `md5Hash` and `crc32c` in the
// metadata and `X-Goog-Hash` refer to the object, `Content-MD5` to the body of the request. The
// Storage emulator ignores all of them.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Load } from '../patch.ts';
import type { Checksum, Crc, Upload } from './storage-emulator.ts';

/** Request headers, or the fields of a form. */
type Headers = IncomingHttpHeaders | Readonly<Record<string, string | undefined>>;

/**
 * An upload that cannot be stored: a checksum that is malformed or does not match, or metadata that
 * no response could contain. `code` is that of the XML API.
 */
export class UploadError extends Error {
  readonly status = 400;
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The object's checksums in request headers or form fields:
 * `crc32c=n03x6A==,md5=Ojk9c3dhfxgoKVVHYwFbHQ==`.
 */
export function statedChecksums({ 'x-goog-hash': stated }: Headers): Checksum[] {
  const header = stated?.toString();
  return (header?.split(',') ?? []).map((each) => {
    const [, algorithm, value] = /^\s*(crc32c|md5)=(\S+)\s*$/.exec(each) ?? [];
    if (value === undefined || (algorithm !== 'crc32c' && algorithm !== 'md5'))
      throw new UploadError('InvalidDigest', `Invalid X-Goog-Hash: ${header}`);
    return { algorithm, value };
  });
}

/** Throws an UploadError if a request's body does not match its Content-MD5. */
export function checkBody({ 'content-md5': header }: Headers, body: Buffer): void {
  const stated = header?.toString();
  if (stated === undefined) return;
  const calculated = md5(body);
  if (!isSame(stated, calculated)) throw mismatch('BadDigest', 'MD5 hash', stated, calculated);
}

/** Throws an UploadError for the first checksum that does not match the uploaded content. */
export function checkUpload(
  { metadata, checksums = [] }: Pick<Upload, 'metadata' | 'checksums'>,
  readContent: () => Buffer,
  load: Load,
): void {
  const { crc32c: crc, md5Hash } = metadata ?? {};
  const all: Checksum[] = [
    ...(isStated(crc) ? [{ algorithm: 'crc32c' as const, value: crc }] : []),
    ...(isStated(md5Hash) ? [{ algorithm: 'md5' as const, value: md5Hash }] : []),
    ...checksums,
  ];
  if (all.length === 0) return;
  const content = readContent();
  for (const { algorithm, value } of all) {
    const isCrc = algorithm === 'crc32c';
    const calculated = isCrc ? crc32c(content, load) : md5(content);
    if (isSame(value, calculated)) continue;
    throw isCrc
      ? mismatch('CrcMismatch', 'CRC32C', value, calculated)
      : mismatch('BadDigest', 'MD5 hash', value, calculated);
  }
}

function isStated(value: string | null | undefined): value is string {
  return value !== undefined && value !== null;
}

function mismatch(code: string, label: string, stated: string, calculated: string): UploadError {
  const message = `Provided ${label} "${stated}" doesn't match calculated ${label} "${calculated}".`;
  return new UploadError(code, message);
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

function crc32c(bytes: Buffer, load: Load): string {
  const crc = load<Crc>('./crc');
  return crc.crc32cToString(String(crc.crc32c(bytes)));
}

/** Compares base64 in either alphabet, with or without padding. */
function isSame(stated: unknown, calculated: string): boolean {
  return Buffer.from(String(stated), 'base64').equals(Buffer.from(calculated, 'base64'));
}
