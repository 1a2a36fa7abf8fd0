import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { shopPath } from '../lib/paths.ts';
import { SHOP_LINKS } from './shop-links.ts';

const PICTURED_MAX = 4;

/** The categories with their pictures, below the navigation bar of a wide screen. */
export function ShopMenu() {
  const { data = [] } = useCategoriesQuery();
  const pictured = data.filter(({ featured }) => featured).slice(0, PICTURED_MAX);
  const isPictured = (path: string) => pictured.some(({ id }) => shopPath(id) === path);
  return (
    <>
      <ul className="shop-menu-pictures">
        {pictured.map((category) => (
          <li key={category.id}>
            <ShopLink to={shopPath(category.id)} className="shop-menu-picture">
              <span className="image-frame">
                <ProductImage src={category.image} alt="" size="card" />
              </span>
              {category.name}
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
        {SHOP_LINKS.filter(([path]) => !isPictured(path)).map(([path, label]) => (
          <li key={path}>
            <ShopLink to={path} className="nav-link">
              {label}
            </ShopLink>
          </li>
        ))}
      </ul>
    </>
  );
}
