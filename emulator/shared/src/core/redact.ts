// Secrets are removed where data is recorded (the tracer of the emulators, the workers of the functions) and, because any program may
// send to it, once more where the event log stores it.

const REDACTED = '[redacted]';
/** Names of attributes, headers, URL parameters and JSON fields whose value is a secret. `page_token` and `token_count` are none. */
const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(password|passwd|passphrase|secret|credential|api[-_]?key|private[-_]?key|card[-_.]?number|cvc|cvv).*|(.*[-_.])?(id|access|refresh|auth|session|csrf|oob|reset)?[-_]?(token|jwt|oobcode|session[-_]?cookie)|pan)$/i;
const NO_SECRET = /(page|resume|next)[-_]?token$/i;
/** A JSON Web Token, signed or not. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const AUTHORIZATION_VALUE = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const STRIPE_KEY = /\b(sk|rk|whsec)_(live|test)?_?[A-Za-z0-9]{8,}/g;
/** `password=hunter2`, `"idToken":"..."`, `cookie: a=b`. */
const NAMED_VALUE =
  /(["']?)\b(password|passwd|id_?token|access_?token|refresh_?token|auth_?token|oobCode|client_secret|cvc|set-cookie|cookie|authorization)\1(\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s&,;}"']+)/gi;
/** `token=abc` of a URL: elsewhere a token is also what a parser reads. */
const URL_TOKEN = /(^|[?&])(token=)[^&#\s]+/gi;
const DIGITS = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
/** Whatever the expressions above match has one of these in it: most JSON texts have none and need not be parsed. */
const HINT =
  /passw|passphrase|secret|credential|api[-_]?key|private[-_]?key|card[-_.]?number|cvc|cvv|token|jwt|oobcode|cookie|authorization|"pan"|eyJ|bearer|basic\s|[rs]k_|whsec_|\d(?:[ -]?\d){12}|\\u00/i;

/** The smallest number that `isCardNumber` accepts has 13 digits: most numbers need no closer look. */
const LEAST_CARD_NUMBER = 2e12;

/** What the names were, by name: the same few thousand come again and again. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 10_000;

/** Whether a value under this name (of an attribute, a header, a field) is a secret. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = matchesSecretName(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, isSecret);
  return isSecret;
}

function matchesSecretName(name: string): boolean {
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
  return (SECRET_NAME.test(last) || SECRET_NAME.test(name)) && !NO_SECRET.test(last);
}

/** The text without tokens, passwords, cookies and card numbers; what remains is unchanged. */
export function redactText(text: string): string {
  if (!HINT.test(text)) return text;
  return text
    .replace(JWT, REDACTED)
    .replace(
      NAMED_VALUE,
      (_match, quote, name, separator) => `${quote}${name}${quote}${separator}${REDACTED}`,
    )
    .replace(URL_TOKEN, `$1$2${REDACTED}`)
    .replace(AUTHORIZATION_VALUE, `$1 ${REDACTED}`)
    .replace(STRIPE_KEY, REDACTED)
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REDACTED : digits));
}

/**
 * A JSON value without secrets, at any depth: values under a secret name, and secrets inside texts. A text that is JSON remains JSON, with
 * `"[redacted]"` in place of each secret value.
 */
export function redactValue(value: unknown, name = ''): unknown {
  if (name !== '' && isSecretName(name) && value !== null && typeof value !== 'boolean') return REDACTED;
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? redactJson(value) : redactText(value);
  if (typeof value === 'number')
    return Math.abs(value) >= LEAST_CARD_NUMBER && Number.isInteger(value) && isCardNumber(String(value))
      ? REDACTED
      : value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, key)]));
}

function redactJson(text: string): string {
  if (!HINT.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const redacted = JSON.stringify(redactValue(value));
    // As it was written, where nothing is a secret: numbers keep their digits.
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    // No JSON, or nested deeper than the stack.
    return redactText(text);
  }
}

/** 13 to 19 digits with the first digit of a card scheme and a valid check digit (ISO/IEC 7812). */
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
