import * as z from 'zod/mini';

/**
 * The grammar of `<input type=email>` in HTML, with the letters and digits of every script, which
 * RFC 6531 allows, and a domain of several labels.
 */
const EMAIL_ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** The Kelvin sign lowercases to k, which would yield somebody else's address. */
const becomesAscii = (address: string) =>
  [...address].some((character) => character > '\x7f' && /[a-z]/.test(character.toLowerCase()));

/**
 * An email address, in lower case as Firebase Auth stores it. Every address in the shop has this
 * schema, so an address that can register can also subscribe, send messages and be found. Whether
 * mail reaches addresses with letters other than a to z before the `@` depends on the provider's
 * SMTPUTF8 support (docs/deploy.md).
 */
export const EmailAddressSchema = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.email({ pattern: EMAIL_ADDRESS }),
  z.refine((address) => !becomesAscii(address), { error: 'has a letter that looks like another one.' }),
  z.toLowerCase(),
);

/**
 * The mailbox that an address most likely reaches: most providers ignore anything after a plus
 * sign, and Google all dots. For limits on emails, not for identifying accounts. Example:
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
