import { ShopLink } from '../components/shop-link.tsx';

/** A line above the navigation bar; nothing without a text. */
export function Announcement({ text, to }: { text: string; to: string }) {
  if (text === '') return null;
  return (
    <section className="announcement" aria-label="Announcement">
      <ShopLink to={to}>{text}</ShopLink>
    </section>
  );
}
