import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { WishlistView } from '../features/wishlist/wishlist-view.tsx';
import { usePageHead } from '../lib/page-head.ts';

/** The /account/wishlist page. Requires sign-in. */
export function Component() {
  usePageHead({ title: 'Your wishlist', description: 'What the heart was pressed on.', noindex: true });
  return (
    <AccountLayout title="Your wishlist" logout={<LogoutButton />}>
      <WishlistView />
    </AccountLayout>
  );
}
