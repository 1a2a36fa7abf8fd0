// The emails about an account. They contain no text of the shopper's: nobody has verified the
// address when the first of them is sent.
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';

/**
 * The shop's own page for a link that Firebase Auth has generated: it has the same code as
 * Firebase's page, which looks like another site. The parameters are those of Auth
 * (firebase.google.com/docs/auth/custom-email-handler). Throws for a link without them.
 */
export function actionUrl(shopUrl: string, generatedLink: string): string {
  const { searchParams } = new URL(generatedLink);
  const [mode, oobCode] = [searchParams.get('mode'), searchParams.get('oobCode')];
  if (mode === null || oobCode === null) throw new Error('Firebase Auth generated a link without a code.');
  return `${shopUrl}/auth/action?${new URLSearchParams({ mode, oobCode })}`;
}

/** The email with the link for a new password. */
export function passwordResetEmail(url: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      paragraphs: [
        'We received a request to reset the password of your Savepoint account.',
        'The link works once and expires in an hour.',
      ],
      action: { label: 'Choose a new password', url },
      closing: 'If you did not ask for this, you can ignore this email: your password has not changed.',
      because: 'somebody asked to reset the password of your account',
    },
    shop,
  );
}

/** The email with the link that verifies an address. */
export function verificationEmail(url: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: ['Please confirm that this is the email address of your Savepoint account.'],
      action: { label: 'Confirm your email address', url },
      closing: 'If you did not create an account, you can ignore this email.',
      because: 'this address was entered for an account',
    },
    shop,
  );
}

/** The email with the link that makes an address the one of an account. */
export function emailChangeEmail(url: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Confirm your new email address',
      heading: 'Confirm your new email address',
      paragraphs: [
        'We received a request to use this address for a Savepoint account.',
        'The address changes when you confirm it. You will then be logged out everywhere, and log in with this address.',
      ],
      action: { label: 'Confirm the new address', url },
      closing: 'If you did not ask for this, you can ignore this email: nothing changes.',
      because: 'this address was entered for an account',
    },
    shop,
  );
}

/**
 * The email to an address that somebody wants for another account: the page does not say that it
 * has one.
 */
export function addressInUseEmail(shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'This address already has an account',
      heading: 'This address already has an account',
      paragraphs: [
        'We received a request to use this address for another Savepoint account. It belongs to an account already, so nothing has changed.',
        'Was it you? Log in with this address, or choose a new password for it.',
      ],
      action: { label: 'Log in', url: `${shop.url}/login` },
      closing: 'If you did not ask for this, you can ignore this email.',
      because: 'this address was entered for an account',
    },
    shop,
  );
}

/** The email to the former address of an account, which does not name the new one. */
export function emailChangedEmail(shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Your email address has changed',
      heading: 'Your email address has changed',
      paragraphs: [
        'Your Savepoint account has another email address now, and this one no longer logs in.',
        'Did you not change it? Then somebody else may be in your account. Contact us at once, from this address: we close the account until you have it back. Change the password of this mailbox as well.',
      ],
      action: { label: 'Contact us', url: `${shop.url}/contact` },
      closing: 'If you changed it, there is nothing left to do.',
      because: 'the address of your account has changed',
    },
    shop,
  );
}

/** The email to a new account. */
export function welcomeEmail(shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Welcome to Savepoint',
      heading: 'Welcome to Savepoint.',
      paragraphs: [
        'Your account is ready. It keeps your orders, your wishlist and your addresses in one place, and your cart follows you from device to device.',
      ],
      action: { label: 'Go to your account', url: `${shop.url}/account` },
      closing: 'If you did not create this account, please contact us and we will close it.',
      because: 'an account was created with this address',
    },
    shop,
  );
}
