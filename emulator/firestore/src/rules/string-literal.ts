/** Escapes in string and bytes literals, both ways. Owns the escape table; knows nothing of tokens. */

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '`': '`',
  '?': '?',
  '/': '/',
};

/** One piece of a literal's body: a stretch of source text, or a number written as an escape. */
type Piece = { readonly text: string } | { readonly code: number; readonly isByte: boolean };

function* pieces(body: string): Generator<Piece | undefined> {
  for (let at = 0; at < body.length; ) {
    const backslash = body.indexOf('\\', at);
    if (backslash !== at) {
      const end = backslash === -1 ? body.length : backslash;
      yield { text: body.slice(at, end) };
      at = end;
      continue;
    }
    const letter = body.charAt(at + 1);
    const simple = SIMPLE_ESCAPES[letter];
    const numeric = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-3][0-7]{2}))/.exec(
      body.slice(at + 1, at + 6),
    );
    if (numeric !== null) {
      const [whole, hex, unit, octal] = numeric;
      const code = octal === undefined ? Number.parseInt(hex ?? unit ?? '', 16) : Number.parseInt(octal, 8);
      yield { code, isByte: unit === undefined };
      at += 1 + whole.length;
    } else if (simple !== undefined) {
      yield { text: simple };
      at += 2;
    } else {
      yield undefined;
      return;
    }
  }
}

/** The text a string literal's body stands for; undefined when an escape in it does not exist. */
export function unescapeString(body: string): string | undefined {
  let text = '';
  for (const piece of pieces(body)) {
    if (piece === undefined) return undefined;
    text += 'text' in piece ? piece.text : String.fromCharCode(piece.code);
  }
  return text;
}

/** The bytes a bytes literal's body stands for: source text counts as UTF-8, `\xHH` and `\ooo` as one raw byte. */
export function unescapeBytes(body: string): Uint8Array | undefined {
  const chunks: Buffer[] = [];
  for (const piece of pieces(body)) {
    if (piece === undefined) return undefined;
    if ('text' in piece) chunks.push(Buffer.from(piece.text, 'utf8'));
    else
      chunks.push(
        piece.isByte ? Buffer.of(piece.code) : Buffer.from(String.fromCharCode(piece.code), 'utf8'),
      );
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const NAMED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string as a single-quoted literal that reads back as itself. */
export function quoteString(text: string): string {
  let body = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const code = text.charCodeAt(at);
    const plain = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && (code < 0xd800 || code > 0xdfff));
    body += NAMED[unit] ?? (plain ? unit : `\\u${code.toString(16).padStart(4, '0')}`);
  }
  return `'${body}'`;
}

/** Bytes as a literal that reads back as themselves. */
export function quoteBytes(bytes: Uint8Array): string {
  let body = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    body += plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b'${body}'`;
}
