// The people who run the shop and their roles; what the roles mean is in roles.ts.
import * as z from 'zod/mini';
import { EmailAddressSchema } from './email-address.ts';
import { ROLES, type Role } from './roles.ts';

/** `setRole`, for owners: gives an account a role, or takes its role away. */
export const SetRoleRequestSchema = z.strictObject({
  /** The email address that the account signs in with, or its uid. */
  account: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(254),
    z.refine((account) => !account.includes('@') || EmailAddressSchema.safeParse(account).success, {
      error: 'must be an email address or a uid.',
    }),
  ),
  /** Null takes the role away. */
  role: z.nullable(z.enum(ROLES)),
});
export type SetRoleRequest = z.infer<typeof SetRoleRequestSchema>;

export interface SetRoleResponse {
  readonly uid: string;
  readonly email: string;
  readonly role: Role | null;
}

/**
 * staff/{uid}: who has or had a role. The custom claim decides; this is how owners find them.
 * Written by functions.
 */
export interface StaffMember {
  /** The uid. */
  readonly id: string;
  readonly email: string;
  /** Null once the role was taken away. */
  readonly role: Role | null;
  /** ISO time. */
  readonly changedAt: string;
}
