// The emails about an account. They contain no text of the shopper's: nobody has verified the address when the first of them is sent.
import { type Email, renderEmail } from './email.ts';

/**
 * The shop's own page for a link that Firebase Auth has generated: it has the same code as Firebase's page, which looks like another
 * site. The parameters are those of Auth (firebase.google.com/docs/auth/custom-email-handler). Throws for a link without them.
 */
export function actionUrl(shopUrl: string, generatedLink: string): string {
  const { searchParams } = new URL(generatedLink);
  const [mode, oobCode] = [searchParams.get('mode'), searchParams.get('oobCode')];
  if (mode === null || oobCode === null) throw new Error('Firebase Auth generated a link without a code.');
  return `${shopUrl}/auth/action?${new URLSearchParams({ mode, oobCode })}`;
}

/** The email with the link for a new password. */
export function passwordResetEmail(url: string): Email {
  return renderEmail({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: [
      'We received a request to reset the password of your Savepoint account.',
      'The link works once and expires in an hour.',
    ],
    action: { label: 'Choose a new password', url },
    closing: 'If you did not ask for this, you can ignore this email: your password has not changed.',
  });
}

/** The email with the link that verifies an address. */
export function verificationEmail(url: string): Email {
  return renderEmail({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: ['Please confirm that this is the email address of your Savepoint account.'],
    action: { label: 'Confirm your email address', url },
    closing: 'If you did not create an account, you can ignore this email.',
  });
}

/** The email to a new account. `shopUrl` has no trailing slash. */
export function welcomeEmail(shopUrl: string): Email {
  return renderEmail({
    subject: 'Welcome to Savepoint',
    heading: 'Welcome to Savepoint.',
    paragraphs: [
      'Your account is ready. It keeps your orders, your wishlist and your addresses in one place, and your cart follows you from device to device.',
    ],
    action: { label: 'Go to your account', url: `${shopUrl}/account` },
    closing: 'If you did not create this account, please contact us and we will close it.',
  });
}
