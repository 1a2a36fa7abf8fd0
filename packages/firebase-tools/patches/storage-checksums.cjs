// The checksums that a client states of what it uploads, which Cloud Storage compares with those of
// what has arrived (https://cloud.google.com/storage/docs/hashes-etags#validation): `md5Hash` and
// `crc32c` of the metadata and `X-Goog-Hash` are of the object, `Content-MD5` is of the body of the
// request. The Storage emulator reads none of them.
const { createHash } = require('node:crypto');

const md5 = (bytes) => createHash('md5').update(bytes).digest('base64');

/** A checksum that is not that of the bytes, or not one at all. `code` is that of the XML API. */
class ChecksumError extends Error {
  constructor(code, message) {
    super(message);
    Object.assign(this, { status: 400, code });
  }
}

const mismatch = (code, label, stated, calculated) =>
  new ChecksumError(code, `Provided ${label} "${stated}" doesn't match calculated ${label} "${calculated}".`);

/**
 * The checksums of the object that the headers of a request or the fields of a form state:
 * `crc32c=n03x6A==,md5=Ojk9c3dhfxgoKVVHYwFbHQ==`.
 * @param {Record<string, string | undefined>} headers
 * @returns {{ algorithm: 'crc32c' | 'md5', value: string }[]}
 */
function statedChecksums({ 'x-goog-hash': header }) {
  return (header?.split(',') ?? []).map((each) => {
    const [, algorithm, value] = /^\s*(crc32c|md5)=(\S+)\s*$/.exec(each) ?? [];
    if (algorithm === undefined) throw new ChecksumError('InvalidDigest', `Invalid X-Goog-Hash: ${header}`);
    return { algorithm, value };
  });
}

/**
 * Throws a ChecksumError when the body of a request is not the one that its Content-MD5 states.
 * @param {Record<string, string | undefined>} headers
 * @param {Buffer} body
 */
function checkBody({ 'content-md5': stated }, body) {
  if (stated === undefined) return;
  const calculated = md5(body);
  if (!isSame(stated, calculated)) throw mismatch('BadDigest', 'MD5 hash', stated, calculated);
}

/**
 * Throws a ChecksumError for the first checksum of an upload that its content does not have.
 * @param {{ metadata?: { md5Hash?: string, crc32c?: string }, checksums?: ReturnType<typeof
 *   statedChecksums> }} upload
 * @param {() => Buffer} readContent
 * @param {(path: string) => any} load
 */
function checkUpload({ metadata, checksums = [] }, readContent, load) {
  const all = [
    { algorithm: 'crc32c', value: metadata?.crc32c },
    { algorithm: 'md5', value: metadata?.md5Hash },
    ...checksums,
  ].filter(({ value }) => value !== undefined && value !== null);
  if (all.length === 0) return;
  const content = readContent();
  for (const { algorithm, value } of all) {
    const isCrc = algorithm === 'crc32c';
    const calculated = isCrc ? crc32c(content, load) : md5(content);
    if (isSame(value, calculated)) continue;
    throw mismatch(...(isCrc ? ['CrcMismatch', 'CRC32C'] : ['BadDigest', 'MD5 hash']), value, calculated);
  }
}

function crc32c(bytes, load) {
  const crc = load('./crc');
  return crc.crc32cToString(String(crc.crc32c(bytes)));
}

/** Base64 of either alphabet, with or without its padding. */
const isSame = (stated, calculated) =>
  Buffer.from(String(stated), 'base64').equals(Buffer.from(calculated, 'base64'));

module.exports = { ChecksumError, statedChecksums, checkBody, checkUpload };
