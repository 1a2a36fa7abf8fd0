// Owns a postal address, as typed at checkout and kept in the account.
import * as z from 'zod/mini';

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const AddressSchema = z.strictObject({
  name: line(100),
  line1: line(200),
  line2: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  city: line(100),
  region: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  postalCode: line(20),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  phone: z.optional(z.string().check(z.trim(), z.maxLength(40))),
});
export type Address = z.infer<typeof AddressSchema>;
