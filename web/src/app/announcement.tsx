import { fillText } from '@savepoint/model/content';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { ShopLink } from '../components/shop-link.tsx';

/**
 * An owner's announcement above the navigation bar; nothing without one. Its space is reserved
 * until it is known, so that nothing moves when it arrives.
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
