// Removes secrets where data is recorded (the tracer of the emulators, the workers of the
// functions) and again where the event log stores it, because any program may send data to it.

const REDACTED = '[redacted]';
/**
 * Names of attributes, headers, URL parameters and JSON fields whose value is a secret. Excludes
 * `page_token` and `token_count`.
 */
const SECRET_NAME =
  /^(authorization|proxy-authorization|(set-?)?cookies?\d?|__session|x-firebase-appcheck|.*(password|passwd|passphrase|secret|credential|api[-_]?key|private[-_]?key|card[-_.]?number|cvc|cvv).*|.*(token|jwt|oobcode|session[-_]?cookie)s?|pan)$/i;
const NO_SECRET =
  /(page|resume|next|stream|sync|continuation|max|min|total|used|input|output|prompt|completion)[-_]?tokens?$/i;
/** URL parameters whose value is a secret, although a field of that name is not. */
const SECRET_PARAMETER = /^(key|code|auth|sig|pass|pwd|.*signature)$/i;
/**
 * Values of these headers extend to the end of the line: several cookies, the parts of a digest.
 */
const HEADER_NAME = /(^|[.-])(authorization|cookie)$/i;
/**
 * The last identifier in a name: `apiKey` in `resource.data['apiKey']`, `cookie` in
 * `http.request.header.cookie`.
 */
const LAST_IDENTIFIER = /[\w$-]+(?=[^\w$-]*$)/;

/** A JSON Web Token, signed or not. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const AUTHORIZATION_VALUE = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const API_KEY =
  /\b(?:(?:sk|rk|whsec)_(?:live|test)_[A-Za-z0-9]+|(?:(?:sk|rk|whsec)_|shp(?:at|ca|pa|ss)_)[A-Za-z0-9]{8,})/g;
/** The password of `https://user:password@host/`. */
const USER_PASSWORD = /(\/\/[^\s/?#:@]*:)[^\s/?#@]+@/g;
const DIGITS = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
/**
 * Four or more groups of capitals and digits, like gift cards, license keys and recovery codes.
 * UUIDs have only three groups of four.
 */
const GROUPED_CODE = /(?<![\dA-Z-])(?=[A-Z-]*\d)[\dA-Z]{4,5}(?:-[\dA-Z]{4,5}){3,}(?![\dA-Z-])/;
const GROUPED_CODES = new RegExp(GROUPED_CODE, 'g');
/**
 * A cheap pre-check: every match of the other expressions contains one of these. Most texts have
 * none and need no further checks.
 */
const HINT =
  /passw|passphrase|secret|credential|api[-_]?key|private[-_]?key|card[-_.]?number|cvc|cvv|token|jwt|oobcode|cookie|authorization|__session|appcheck|\bpan\b|eyJ|bearer|basic\s|[rs]k_|whsec_|shp[acps]{2}_|signature|(?:key|code|auth|sig|pass|pwd)(?:=|%)|\/\/[^\s/]*@|\d(?:[ -]?\d){12}|\\u00/i;

/**
 * The smallest number that `isCardNumber` accepts has 13 digits, so most numbers need no further
 * checks.
 */
const LEAST_CARD_NUMBER = 2e12;

/** Results by name, because the same few thousand names recur. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 10_000;
const MAX_NAME_LENGTH = 200;

/** Returns whether the value under this name (of an attribute, a header, a field) is a secret. */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = matchesSecretName(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, isSecret);
  return isSecret;
}

function matchesSecretName(name: string): boolean {
  const last = LAST_IDENTIFIER.exec(name)?.[0] ?? '';
  return (SECRET_NAME.test(last) || SECRET_NAME.test(name)) && !NO_SECRET.test(last);
}

/** Returns whether a text may contain a secret. */
const hasHint = (text: string) => HINT.test(text) || GROUPED_CODE.test(text);

/** Removes tokens, passwords, cookies, card numbers and codes from a text. */
export function redactText(text: string): string {
  if (!hasHint(text)) return text;
  return redactEncoded(redactNamed(text))
    .replace(JWT, REDACTED)
    .replace(AUTHORIZATION_VALUE, `$1 ${REDACTED}`)
    .replace(USER_PASSWORD, `$1${REDACTED}@`)
    .replace(API_KEY, REDACTED)
    .replace(GROUPED_CODES, REDACTED)
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REDACTED : digits));
}

/**
 * A name and its separator, in each notation: `name=`, `name: `, `"name":`, `\\"name\\":`, `name =>
 * `, `['name'] = `. Comparisons count if a literal follows.
 */
const NAMED = /(?<![\w$.-])([\w$.-]+)\\*["'`]?\]?\s*(?:=>|:|[=!]==?(?=\s*\\*["'`])|=(?!=))[ \t]*/g;
const QUOTE = /\\*["'`]/y;
const SCHEME = /(?:Bearer|Basic|Digest|Negotiate|Token)[ \t]+(?=\S)/iy;
/** Up to the end of the line, including an escaped one. */
const LINE = /(?:(?!\\[rn])[^\r\n])+/y;
/**
 * Up to white space, `&` or a quote. A comma or bracket ends it only if no other character follows.
 */
const UNQUOTED = /(?:[^\s&"'`,;)}\]]|[,;)}\]](?=[^\s&"'`,;)}\]]))+/y;
/** Not a secret: a word of a sentence after `Unexpected token: `, or an empty value. */
const PROSE = /^[a-z]{1,15}$/i;
const NO_VALUE = /^(null|undefined|true|false)$/;

/** Replaces the values of secret names. */
function redactNamed(text: string): string {
  let redacted = '';
  let end = 0;
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [whole, name = ''] = match;
    const before = text.charAt(match.index - 1);
    const isParameter = whole.endsWith('=') && (/[?&#]/.test(before) || (before === '' && !/\s/.test(text)));
    if (!isSecretName(name) && !(isParameter && SECRET_PARAMETER.test(name))) continue;
    const start = match.index + whole.length;
    const value = valueAt(text, start, { name, before, isParameter });
    if (value === undefined) continue;
    redacted += text.slice(end, value.start) + REDACTED;
    end = value.end;
    NAMED.lastIndex = end;
  }
  return redacted + text.slice(end);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The position of a secret name's value; undefined if there is none. */
function valueAt(
  text: string,
  start: number,
  { name, before, isParameter }: { name: string; before: string; isParameter: boolean },
): Range | undefined {
  const quote = matchAt(QUOTE, text, start);
  if (quote !== '') return { start, end: endOfQuoted(text, start + quote.length, quote) };
  if (/[[{]/.test(text.charAt(start))) return { start, end: endOfBrackets(text, start) };
  const afterScheme = start + matchAt(SCHEME, text, start).length;
  if (HEADER_NAME.test(name) && !isParameter) {
    const line = matchAt(LINE, text, afterScheme);
    // `-H 'Cookie: a=b'`: the quote before the name ends the value.
    const closing = /["'`]/.test(before) ? line.indexOf(before) : -1;
    const length = closing < 0 ? line.length : closing;
    return length === 0 ? undefined : { start: afterScheme, end: afterScheme + length };
  }
  const unquoted = matchAt(UNQUOTED, text, afterScheme);
  const isSentence = /token$/i.test(name) && /\s$/.test(text.slice(0, start)) && PROSE.test(unquoted);
  if (unquoted === '' || NO_VALUE.test(unquoted) || isSentence) return undefined;
  return { start: afterScheme, end: afterScheme + unquoted.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/**
 * The position after the closing quote, which is escaped as often as the opening one; the end of
 * the text if it was truncated.
 */
function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (at === from || text.charAt(at - 1) !== '\\') return at + quote.length;
  }
  return text.length;
}

/**
 * The position after the bracket that closes the one at `start`; the end of the text if it was
 * truncated.
 */
function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (/["'`]/.test(character)) at = endOfQuoted(text, at + 1, character) - 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/**
 * Percent-encoded text that contains an encoded `=`, `:` or `&`: a URL or a query inside another.
 */
const ENCODED = /(?<![\w.~!*+%-])[\w.~!*+%-]*%(?:25)*(?:3[AD]|26)[\w.~!*+%-]*/gi;

/** Redacts percent-encoded parts, at any depth. */
function redactEncoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(ENCODED, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded);
      const redacted = redactText(decoded);
      return redacted === decoded ? encoded : encodeURIComponent(redacted);
    } catch {
      return encoded;
    }
  });
}

/**
 * Removes secrets from a JSON value at any depth: values under a secret name, and secrets inside
 * strings. The name of a value is its key, or the preceding string in a list of headers
 * (`['cookie', 'a=b']`, `rawHeaders`), or the string beside `value` (`{name: 'cookie', value:
 * 'a=b'}`). A string that contains JSON stays JSON, with `"[redacted]"` instead of each secret
 * value.
 */
export function redactValue(value: unknown, name = ''): unknown {
  if (name !== '' && isSecretName(name) && value !== null && typeof value !== 'boolean') return REDACTED;
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? redactJson(value) : redactText(value);
  if (typeof value === 'number')
    return Math.abs(value) >= LEAST_CARD_NUMBER && Number.isInteger(value) && isCardNumber(String(value))
      ? REDACTED
      : value;
  if (Array.isArray(value))
    return value.map((item, index) => redactValue(item, namedByPrevious(value, index)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isNamed =
    Object.hasOwn(value, 'value') &&
    entries.some(([key, item]) => key !== 'value' && typeof item === 'string' && isSecretName(item));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, isNamed && key === 'value' ? REDACTED : redactValue(item, key)]),
  );
}

/** The name of an item in an alternating list of names and values; otherwise empty. */
function namedByPrevious(list: readonly unknown[], index: number): string {
  const name = index % 2 === 1 && list.length % 2 === 0 ? list[index - 1] : undefined;
  return typeof name === 'string' && /^[\w.-]+$/.test(name) ? name : '';
}

function redactJson(text: string): string {
  if (!hasHint(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const redacted = JSON.stringify(redactValue(value));
    // Without secrets the text is unchanged, so numbers keep their digits.
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    // Not JSON, or nested deeper than the stack.
    return redactText(text);
  }
}

/**
 * Matches 13 to 19 digits with the first digit of a card scheme and a valid check digit (ISO/IEC
 * 7812).
 */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
