// The Storage emulator parses multipart/related uploads only in the form of two Node clients: one
// lower-case header per part, and a content type in the metadata. Other clients put the type into
// the header of the media part
// (https://cloud.google.com/storage/docs/uploads-downloads#multipart-upload), send more headers in
// any case, or end lines with only a line feed.
import { patchModule } from '../patch.ts';

/** A part of a form. */
export type FormPart =
  | { readonly type: 'field'; readonly name: string; readonly value: string }
  | {
      readonly type: 'file';
      readonly filename: string;
      readonly contentType?: string;
      readonly data: Buffer;
    };

export interface Multipart {
  parseObjectUploadMultipartRequest(
    contentType: string,
    body: Buffer,
  ): { readonly metadataRaw: string; readonly dataRaw: Buffer };
  parseFormDataMultipartRequest(contentType: string, body: Buffer): readonly FormPart[];
}

interface Part {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly data: Buffer;
}

const BOUNDARY = /^multipart\/related\s*;.*?\bboundary=(?:"([^"]+)"|'([^']+)'|([^\s;]+))/i;
const CR = 13;
const LF = 10;
/** The end of the body, of the line, or `--` after the last part. */
const AFTER_MARKER = new Set<number | undefined>([undefined, ...Buffer.from('\r\n \t-')]);
const BLANK_LINES = ['\r\n\r\n', '\n\n'];

export const storageMultipart = patchModule<Multipart>('lib/emulator/storage/multipart.js', {
  expected: {
    'parseObjectUploadMultipartRequest(contentType, body) that returns metadataRaw and dataRaw': ({
      parseObjectUploadMultipartRequest: parse,
    }) => {
      const body = '--x\r\ncontent-type: a/b\r\n\r\n{}\r\n--x\r\ncontent-type: a/b\r\n\r\nhi\r\n--x--';
      const { metadataRaw, dataRaw } = parse('multipart/related; boundary=x', Buffer.from(body));
      return metadataRaw === '{}' && dataRaw.toString() === 'hi';
    },
    // Used by storage-form.ts.
    'parseFormDataMultipartRequest(contentType, body) that returns fields and files': ({
      parseFormDataMultipartRequest: parse,
    }) => {
      const part = (disposition: string, text: string): string =>
        `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
      const body = `${part('name="key"', 'a')}${part('name="file"; filename="b"', 'hi')}--x--`;
      const [field, file] = parse('multipart/form-data; boundary=x', Buffer.from(body));
      return (
        field?.type === 'field' &&
        field.value === 'a' &&
        file?.type === 'file' &&
        file.data.toString() === 'hi'
      );
    },
  },
  apply(multipart) {
    multipart.parseObjectUploadMultipartRequest = (contentType, body) => {
      const boundary = BOUNDARY.exec(contentType)?.slice(1).find(Boolean);
      if (boundary === undefined) throw new Error(`Bad content type. ${contentType}`);
      const [metadata, media, ...others] = splitParts(boundary, body).map(parsePart);
      if (metadata === undefined || media === undefined || others.length > 0)
        throw new Error('Unexpected number of parts in request body');
      return {
        metadataRaw: withType(metadata.data.toString(), media.headers['content-type']),
        dataRaw: media.data,
      };
    };
  },
});

/** The type of the media part is the object's type, unless the metadata contains one. */
function withType(metadataRaw: string, contentType: string | undefined): string {
  if (contentType === undefined) return metadataRaw;
  const metadata = JSON.parse(metadataRaw);
  return JSON.stringify({ ...metadata, contentType: metadata.contentType ?? contentType });
}

/**
 * A delimiter is a separate line and includes the preceding line break (RFC 2046, section 5.1.1).
 */
function splitParts(boundary: string, body: Buffer): Buffer[] {
  const marker = Buffer.from(`--${boundary}`);
  const delimiters: number[] = [];
  for (let index = body.indexOf(marker); index !== -1; index = body.indexOf(marker, index + marker.length)) {
    const isLine = (index === 0 || body[index - 1] === LF) && AFTER_MARKER.has(body[index + marker.length]);
    if (isLine) delimiters.push(index);
  }
  return delimiters.slice(1).map((end, number) => {
    const start = body.indexOf(LF, delimiters[number]) + 1;
    return body.subarray(start, end - (body[end - 2] === CR ? 2 : 1));
  });
}

function parsePart(part: Buffer): Part {
  const [found] = BLANK_LINES.map((line) => ({ line, index: part.indexOf(line) }))
    .filter(({ index }) => index !== -1)
    .sort((a, b) => a.index - b.index);
  const { line: blank, index: at } = found ?? { line: '', index: 0 };
  const lines = part.subarray(0, at).toString().split(/\r?\n/);
  const headers: Part['headers'] = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
  const data = part.subarray(at + blank.length);
  const isBase64 = headers['content-transfer-encoding']?.toLowerCase() === 'base64';
  return { headers, data: isBase64 ? Buffer.from(data.toString(), 'base64') : data };
}
