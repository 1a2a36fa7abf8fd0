import * as z from 'zod/mini';
import { toAsciiCode } from './typed-digits.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** Digits, in which people write them in their own script. */
const code = (max: number) => z.string().check(z.overwrite(toAsciiCode), z.maxLength(max));

/** A postal address, as entered at checkout and stored in `users/{uid}.addresses`. Text is trimmed. */
export const AddressSchema = z.strictObject({
  name: text(100),
  line1: text(200),
  line2: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  city: text(100),
  region: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** Required where addresses have one; `checkAddress` in address-rules.ts knows. */
  postalCode: z.optional(code(20)),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  phone: z.optional(code(40)),
});
export type Address = z.infer<typeof AddressSchema>;

/** Who gets the parcel: the part of an address that the first step of the checkout asks for. */
export const RecipientSchema = z.pick(AddressSchema, { name: true, phone: true });
/** Where the parcel goes: the rest of an address. */
export const DestinationSchema = z.omit(AddressSchema, { name: true, phone: true });
