import { useParams } from 'react-router-dom';
import { ShopLink } from '../components/shop-link.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ShippingSettingsPanel } from '../features/admin/shipping-settings.tsx';
import { StoreSettingsPanel } from '../features/admin/store-settings.tsx';
import { TaxSettingsPanel } from '../features/admin/tax-settings.tsx';

const SECTIONS = [
  ['shipping', 'Shipping', ShippingSettingsPanel],
  ['tax', 'Tax', TaxSettingsPanel],
  ['store', 'Store', StoreSettingsPanel],
] as const;

/** The pages /admin/settings and /admin/settings/:section. Require an owner. */
export function Component() {
  const { section = 'shipping' } = useParams();
  const [name, title, Panel] = SECTIONS.find(([id]) => id === section) ?? SECTIONS[0];
  return (
    <AdminLayout title={`${title} settings`}>
      <nav aria-label="Settings">
        <ul className="settings-tabs">
          {SECTIONS.map(([id, label]) => (
            <li key={id}>
              <ShopLink to={`/admin/settings/${id}`} aria-current={id === name ? 'page' : undefined}>
                {label}
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
      <Panel key={name} />
    </AdminLayout>
  );
}
