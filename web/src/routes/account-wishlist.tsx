// Owns the wishlist within the account (guarded).
import { AccountFrame } from '../features/account/account-frame.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { WishlistView } from '../features/wishlist/wishlist-view.tsx';
import { usePageHead } from '../lib/page-head.ts';

export function Component() {
  usePageHead({ title: 'Your wishlist', description: 'What the heart was pressed on.', noindex: true });
  return (
    <AccountFrame title="Your wishlist" logout={<LogoutButton />}>
      <WishlistView />
    </AccountFrame>
  );
}
