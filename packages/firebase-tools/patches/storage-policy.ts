// Checks a form against its policy document
// (https://cloud.google.com/storage/docs/xml-api/post-object-forms#policydocument), i.e. the expiry
// and the conditions. The signature is not checked, because nobody here has the key.
import { XmlError } from './storage-signed-url.ts';

/** The form to check. */
export interface PolicyForm {
  readonly bucket: string;
  /** Fields by lower-case name, without the file. */
  readonly fields: Readonly<Record<string, string>>;
  /** Size of the file in bytes. */
  readonly size: number;
}

/** Fields that need no condition; the last two are from version 2. */
const FREE_FIELDS = ['policy', 'file', 'x-goog-signature', 'googleaccessid', 'signature'];
const FREE_PREFIX = 'x-ignore-';

/**
 * Checks a form with a policy.
 * @throws XmlError when the policy is malformed, has expired, or does not allow the form
 */
export function checkPolicy({ bucket, fields, size }: PolicyForm): void {
  if (fields.policy === undefined) return;
  const { expiration, conditions } = readPolicy(fields.policy);
  if (expiration < Date.now()) {
    const details = `Policy expired at: ${new Date(expiration).toISOString()}`;
    throw new XmlError(400, 'ExpiredToken', 'The provided token has expired.', details);
  }
  const values = new Map(Object.entries({ ...fields, bucket }));
  const covered = new Set(conditions.flatMap((condition) => checkCondition(condition, values, size)));
  const extra = Object.keys(fields).find(
    (name) => !covered.has(name) && !FREE_FIELDS.includes(name) && !name.startsWith(FREE_PREFIX),
  );
  if (extra !== undefined) throw refused(`No condition has the field "${extra}".`);
}

function readPolicy(text: string): { readonly expiration: number; readonly conditions: readonly unknown[] } {
  let policy: unknown;
  try {
    policy = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    throw refused('The policy is not JSON in Base64.');
  }
  const { expiration, conditions } = (policy ?? {}) as { expiration?: unknown; conditions?: unknown };
  const expiry = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
  if (Number.isNaN(expiry)) throw refused('The policy has no "expiration" such as 2030-01-01T00:00:00Z.');
  if (!Array.isArray(conditions)) throw refused('The policy has no list of "conditions".');
  return { expiration: expiry, conditions };
}

/**
 * Checks `{"acl": "public-read"}`, `["eq", "$acl", "public-read"]`, `["starts-with", "$key",
 * "user/"]` or `["content-length-range", 0, 1024]`. Returns the fields that it covers.
 */
function checkCondition(
  condition: unknown,
  values: ReadonlyMap<string, string>,
  size: number,
): readonly string[] {
  const text = JSON.stringify(condition);
  if (!Array.isArray(condition)) {
    if (typeof condition !== 'object' || condition === null) throw refused(`${text} is not a condition.`);
    return Object.entries(condition).map(([name, value]) => {
      const field = name.toLowerCase();
      if (values.get(field) !== String(value)) throw refused(`The form does not meet ${text}.`);
      return field;
    });
  }
  const [operator, first, second] = condition as readonly unknown[];
  if (operator === 'content-length-range') {
    checkLength(size, first, second, text);
    return [];
  }
  if (!['eq', 'starts-with'].includes(String(operator)) || !/^\$./.test(String(first))) {
    throw refused(`${text} is not a condition.`);
  }
  const field = String(first).slice(1).toLowerCase();
  const value = values.get(field);
  const isMet = operator === 'eq' ? value === String(second) : value?.startsWith(String(second));
  if (!isMet) throw refused(`The form does not meet ${text}.`);
  return [field];
}

function checkLength(size: number, minimum: unknown, maximum: unknown, text: string): void {
  const [least, most] = [Number(minimum), Number(maximum)];
  if (!Number.isInteger(least) || !Number.isInteger(most)) throw refused(`${text} is not a condition.`);
  if (size < least) {
    throw new XmlError(
      400,
      'EntityTooSmall',
      'Your proposed upload is too small.',
      `It does not meet ${text}.`,
    );
  }
  if (size > most) {
    throw new XmlError(
      400,
      'EntityTooLarge',
      'Your proposed upload is too large.',
      `It does not meet ${text}.`,
    );
  }
}

function refused(details: string): XmlError {
  return new XmlError(
    400,
    'InvalidPolicyDocument',
    'The content of the form does not meet the conditions specified in the policy document.',
    details,
  );
}
