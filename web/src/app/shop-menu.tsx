import { SHOP_LINKS } from '@savepoint/model/content';
import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { shopPath } from '../lib/paths.ts';

const PICTURED_MAX = 4;

/**
 * The links below Shop, with pictures for featured categories, below the navigation bar of a wide
 * screen.
 */
export function ShopMenu() {
  const { data = [] } = useCategoriesQuery();
  const { navigation: links = SHOP_LINKS } = useShopSettings().settings.content;
  const featured = new Map(data.flatMap((each) => (each.featured ? [[shopPath(each.id), each]] : [])));
  const pictured = links.filter(({ to }) => featured.has(to)).slice(0, PICTURED_MAX);
  return (
    <>
      <ul className="shop-menu-pictures">
        {pictured.map(({ to, label }) => (
          <li key={to}>
            <ShopLink to={to} className="shop-menu-picture">
              <span className="image-frame">
                <ProductImage src={featured.get(to)?.image ?? ''} alt="" size="card" />
              </span>
              {label}
            </ShopLink>
          </li>
        ))}
      </ul>
      <ul className="shop-menu-links">
        <li>
          <ShopLink to={shopPath()} className="nav-link">
            All products
          </ShopLink>
        </li>
        {links
          .filter((link) => !pictured.includes(link))
          .map(({ to, label }) => (
            <li key={to}>
              <ShopLink to={to} className="nav-link">
                {label}
              </ShopLink>
            </li>
          ))}
      </ul>
    </>
  );
}
