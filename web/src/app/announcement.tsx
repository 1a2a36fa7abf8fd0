import { fillText } from '@savepoint/model/content';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { ShopLink } from '../components/shop-link.tsx';

/**
 * The line above the navigation bar that an owner has written; nothing without one. Until it is
 * known its place is kept, so that nothing moves when it arrives.
 */
export function Announcement() {
  const { settings, isLoading } = useShopSettings();
  const { announcement } = settings.content;
  const text = announcement && fillText(announcement.text, settings.shipping);
  if (text === undefined) return null;
  const to = announcement?.to;
  return (
    <section className="announcement" aria-label="Announcement">
      {isLoading || to === undefined ? (
        <span>{isLoading ? '' : text}</span>
      ) : (
        <ShopLink to={to}>{text}</ShopLink>
      )}
    </section>
  );
}
