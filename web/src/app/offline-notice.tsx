// Owns the honest banner: what works and what waits while there is no network.
import { useSyncExternalStore } from 'react';
import { Icon } from '../components/icon.tsx';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <Icon name="offline" /> You are offline. Products you have seen, your cart and your wishlist still
          work; checkout waits for the network.
        </p>
      )}
    </div>
  );
}
