import * as z from 'zod/mini';

/**
 * The grammar of `<input type=email>` in HTML, with the letters and digits of every script, which
 * RFC 6531 allows, and a domain of several labels.
 */
const EMAIL_ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** The lower case of the Kelvin sign is k: the address would be that of somebody else. */
const becomesAscii = (address: string) =>
  [...address].some((character) => character > '\x7f' && /[a-z]/.test(character.toLowerCase()));

/**
 * An email address, in lower case as Firebase Auth stores it. Every address of the shop has this
 * schema: one that can register can write, subscribe and be found. Whether the mail provider
 * delivers to letters beside a to z before the `@` depends on SMTPUTF8 (docs/deploy.md).
 */
export const EmailAddressSchema = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.email({ pattern: EMAIL_ADDRESS }),
  z.refine((address) => !becomesAscii(address), { error: 'has a letter that looks like another one.' }),
  z.toLowerCase(),
);

/**
 * The mailbox that an address most likely reaches: most providers ignore what follows a plus sign,
 * and Google's all dots. For limits on emails, not for whose an account is. Example:
 * 'ada.b+shop@gmail.com' is 'adab@gmail.com'.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/^googlemail\.com$/, 'gmail.com');
  const local = address.slice(0, at).toLowerCase();
  const name = local.replace(/(?<=.)\+.*$/, '');
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}
