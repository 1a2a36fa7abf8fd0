// Error codes are those of Firebase Auth.
const MESSAGES: Readonly<Record<string, string>> = {
  'auth/email-already-in-use':
    'There is already an account with this email. Log in instead, or reset your password.',
  'auth/invalid-credential': 'The email or password is wrong. Check both, or reset your password.',
  'auth/invalid-login-credentials': 'The email or password is wrong. Check both, or reset your password.',
  // The same message as for an unknown email address, so that accounts cannot be enumerated.
  'auth/wrong-password': 'The email or password is wrong. Check both, or reset your password.',
  'auth/user-not-found': 'The email or password is wrong. Check both, or reset your password.',
  'auth/invalid-email': 'That does not look like an email address, e.g. name@example.com.',
  'auth/missing-password': 'Enter your password.',
  'auth/weak-password': 'This password is too weak. Use at least 6 characters.',
  'auth/user-disabled': 'This account has been closed. Contact us if you think that is a mistake.',
  'auth/too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  'auth/network-request-failed': 'The login service cannot be reached. Check your connection and try again.',
  'auth/popup-closed-by-user': 'The Google window was closed before you were logged in. Try again.',
  'auth/cancelled-popup-request': 'The Google window was closed before you were logged in. Try again.',
  'permission-denied': 'Your account could not be loaded. Log in again; if it keeps failing, contact us.',
  unavailable: 'The shop cannot be reached. Check your connection and try again.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.',
  'auth/requires-recent-login': 'For your security, log in again before you change this.',
};

const UNEXPECTED = 'That did not work on our side. Try again; if it keeps failing, contact us.';

/** The message for a thrown error. It includes unknown Auth codes, for support. */
export function authMessage(thrown: unknown): string {
  const { code, message } = (thrown ?? {}) as { code?: string; message?: string };
  if (code?.startsWith('auth/')) return MESSAGES[code] ?? `${UNEXPECTED} (${code})`;
  return (code && MESSAGES[code]) || message || UNEXPECTED;
}

const FIELDS: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'email',
  'auth/invalid-email': 'email',
  'auth/missing-password': 'password',
  'auth/weak-password': 'password',
};

/**
 * Converts a thrown error for the form that caused it: its message and its field. Wrong credentials
 * name no field, so that accounts cannot be enumerated.
 */
export function toAuthFailure(thrown: unknown): { message: string; field?: string } {
  const { code = '' } = (thrown ?? {}) as { code?: string };
  const field = FIELDS[code];
  return { message: authMessage(thrown), ...(field !== undefined && { field }) };
}

const SETTINGS_FIELDS: Readonly<Record<string, string>> = {
  'auth/wrong-password': 'current',
  'auth/invalid-credential': 'current',
  'auth/invalid-login-credentials': 'current',
  'auth/weak-password': 'next',
};

/**
 * Like toAuthFailure, for the forms of a signed-in shopper: the current password was wrong, the new
 * one too weak, or a callable names the field.
 */
export function toSettingsFailure(thrown: unknown): { message: string; field?: string } {
  const { code = '', details } = (thrown ?? {}) as { code?: string; details?: { field?: string } };
  if (details?.field !== undefined) return { message: authMessage(thrown), field: details.field };
  const field = SETTINGS_FIELDS[code];
  if (field === 'current') return { message: 'This is not your current password.', field };
  return { message: authMessage(thrown), ...(field !== undefined && { field }) };
}
