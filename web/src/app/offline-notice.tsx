import { Icon } from '../components/icon.tsx';
import { useOnline } from '../lib/use-online.ts';

/**
 * A banner while there is no network. Its live region is always in the page, so that screen readers
 * announce the text.
 */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <Icon name="offline" /> You are offline. Products you have viewed, your cart and your wishlist still
          work; checkout needs a connection.
        </p>
      )}
    </div>
  );
}
