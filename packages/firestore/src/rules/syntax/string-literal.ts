/** Escape sequences of string and bytes literals: decoding and quoting. */

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
};

/** A part of the body of a literal: verbatim source text, or a numeric escape sequence. */
type BodyPart = { readonly text: string } | { readonly code: number; readonly isByte: boolean };

function* parseBody(body: string): Generator<BodyPart | undefined> {
  for (let at = 0; at < body.length; ) {
    const backslash = body.indexOf('\\', at);
    if (backslash !== at) {
      const end = backslash === -1 ? body.length : backslash;
      yield { text: body.slice(at, end) };
      at = end;
      continue;
    }
    const escaped = body.charAt(at + 1);
    const simple = SIMPLE_ESCAPES[escaped];
    const numeric = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-3][0-7]{2}))/.exec(
      body.slice(at + 1, at + 6),
    );
    if (numeric !== null) {
      const [sequence, hex, unit, octal] = numeric;
      const code = octal === undefined ? Number.parseInt(hex ?? unit ?? '', 16) : Number.parseInt(octal, 8);
      yield { code, isByte: unit === undefined };
      at += 1 + sequence.length;
    } else if (simple !== undefined) {
      yield { text: simple };
      at += 2;
    } else {
      yield undefined;
      return;
    }
  }
}

/** Decodes the body of a string literal; undefined if it contains an invalid escape sequence. */
export function unescapeString(body: string): string | undefined {
  let text = '';
  for (const part of parseBody(body)) {
    if (part === undefined) return undefined;
    text += 'text' in part ? part.text : String.fromCharCode(part.code);
  }
  return text;
}

/**
 * Decodes the body of a bytes literal: source text is encoded as UTF-8; `\xHH` and `\ooo` are one
 * raw byte. Undefined if it contains an invalid escape sequence, including `\u`.
 */
export function unescapeBytes(body: string): Uint8Array | undefined {
  const chunks: Buffer[] = [];
  for (const part of parseBody(body)) {
    if (part === undefined || ('code' in part && !part.isByte)) return undefined;
    chunks.push('text' in part ? Buffer.from(part.text, 'utf8') : Buffer.of(part.code));
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Formats a string as a single-quoted literal that parses back to the same string. */
export function quoteString(text: string): string {
  let body = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const code = text.charCodeAt(at);
    const plain = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && (code < 0xd800 || code > 0xdfff));
    body += NAMED_ESCAPES[unit] ?? (plain ? unit : `\\u${code.toString(16).padStart(4, '0')}`);
  }
  return `'${body}'`;
}

/** Formats bytes as a literal that parses back to the same bytes. */
export function quoteBytes(bytes: Uint8Array): string {
  let body = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    body += plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b'${body}'`;
}
