// The forms for signing in, registering and changing an account. Firebase Auth decides; these
// schemas reject input that it would reject anyway.
import * as z from 'zod/mini';
import { EmailAddressSchema } from './email-address.ts';
import { USER_NAME_MAX_LENGTH } from './limits.ts';
import { lineSchema } from './plain-text.ts';

/** Firebase Auth refuses shorter ones with auth/weak-password. */
export const PASSWORD_MIN_LENGTH = 6;

const email = EmailAddressSchema;
const displayName = lineSchema(1, USER_NAME_MAX_LENGTH);
const newPassword = z.string().check(z.minLength(PASSWORD_MIN_LENGTH));

export const SignInSchema = z.strictObject({ email, password: z.string().check(z.minLength(1)) });
export const RegistrationSchema = z.strictObject({ displayName, email, password: newPassword });
export const PasswordResetSchema = z.strictObject({ email });
/** A password chosen through the link in an email. */
export const NewPasswordSchema = z.strictObject({ password: newPassword });
export const PasswordChangeSchema = z.strictObject({
  current: z.string().check(z.minLength(1)),
  next: newPassword,
});
/** `requestEmailChange`. */
export const NewEmailSchema = z.strictObject({ email });
export const EmailChangeSchema = z.strictObject({ email, current: z.string().check(z.minLength(1)) });
export const ProfileSchema = z.strictObject({
  displayName,
  photoURL: z.optional(z.string().check(z.trim(), z.regex(/^https:\/\/[^\s"'<>]{1,1990}$/))),
});
