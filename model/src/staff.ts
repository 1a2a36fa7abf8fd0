// Members of staff and their roles; roles.ts defines the permissions of a role.
import * as z from 'zod/mini';
import { EmailAddressSchema } from './email-address.ts';
import { ROLES, type Role } from './roles.ts';

/** `setRole`, for owners: assigns or removes the role of an account. */
export const SetRoleRequestSchema = z.strictObject({
  /** The account's email address or uid. */
  account: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(254),
    z.refine((account) => !account.includes('@') || EmailAddressSchema.safeParse(account).success, {
      error: 'must be an email address or a uid.',
    }),
  ),
  /** Null removes the role. */
  role: z.nullable(z.enum(ROLES)),
});
export type SetRoleRequest = z.infer<typeof SetRoleRequestSchema>;

export interface SetRoleResponse {
  readonly uid: string;
  readonly email: string;
  readonly role: Role | null;
}

/**
 * staff/{uid}: an account that has or had a role. The custom claim decides; owners list accounts
 * with these documents. Written by functions.
 */
export interface StaffMember {
  /** The uid. */
  readonly id: string;
  readonly email: string;
  /** Null after the role was removed. */
  readonly role: Role | null;
  /** ISO time. */
  readonly changedAt: string;
}
