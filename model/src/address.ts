import * as z from 'zod/mini';
import { lineSchema } from './plain-text.ts';
import { toAsciiCode } from './typed-digits.ts';

/** People type digits in their own script. */
const code = (max: number) => z.string().check(z.overwrite(toAsciiCode), z.maxLength(max));

/**
 * A postal address, as entered at checkout and stored in `users/{uid}.addresses`. Texts are lines
 * (plain-text.ts).
 */
export const AddressSchema = z.strictObject({
  name: lineSchema(1, 100),
  line1: lineSchema(1, 200),
  line2: z.optional(lineSchema(0, 200)),
  city: lineSchema(1, 100),
  region: z.optional(lineSchema(0, 100)),
  /** Required in countries that have postal codes; see `checkAddress` in address-rules.ts. */
  postalCode: z.optional(code(20)),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  phone: z.optional(code(40)),
});
export type Address = z.infer<typeof AddressSchema>;

const FIELDS = Object.keys(AddressSchema.shape) as (keyof Address)[];

/** Compares two addresses; an absent field equals an empty one. */
export function isSameAddress(a: Address, b: Address): boolean {
  return FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));
}
