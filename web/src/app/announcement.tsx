import { ShopLink } from '../components/shop-link.tsx';

/** A line above the navigation bar; nothing without a text. */
export function Announcement({ text, to }: { text: string; to: string }) {
  if (text === '') return null;
  return (
    <p className="announcement">
      <ShopLink to={to}>{text}</ShopLink>
    </p>
  );
}
