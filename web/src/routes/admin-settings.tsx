import { useParams } from 'react-router-dom';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { SettingsTabs } from '../features/admin/settings-tabs.tsx';
import { ShippingSettingsPanel } from '../features/admin/shipping-settings.tsx';
import { StoreSettingsPanel } from '../features/admin/store-settings.tsx';
import { TaxSettingsPanel } from '../features/admin/tax-settings.tsx';

const SECTIONS = [
  ['shipping', 'Shipping', ShippingSettingsPanel],
  ['tax', 'Tax', TaxSettingsPanel],
  ['store', 'Store', StoreSettingsPanel],
] as const;
const pathOf = (section: string) => `/admin/settings/${section}`;

/** The pages /admin/settings and /admin/settings/:section. Require an owner. */
export function Component() {
  const { section } = useParams();
  const [name, , Panel] = SECTIONS.find(([id]) => id === section) ?? SECTIONS[0];
  return (
    <AdminLayout title="Settings">
      <SettingsTabs
        label="Settings"
        tabs={SECTIONS.map(([id, label]) => [pathOf(id), label])}
        current={pathOf(name)}
      />
      <Panel key={name} />
    </AdminLayout>
  );
}
