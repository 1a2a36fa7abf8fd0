import { useParams } from 'react-router-dom';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ContentSettingsPanel } from '../features/admin/content-settings.tsx';
import { PageSettingsPanel } from '../features/admin/page-settings.tsx';
import { SettingsTabs } from '../features/admin/settings-tabs.tsx';

const TABS = [
  ['/admin/content', 'Home and footer'],
  ['/admin/content/pages', 'Pages'],
] as const;

/** The pages /admin/content and /admin/content/pages. Require a role that edits content. */
export function Component() {
  const isPages = useParams().section === 'pages';
  return (
    <AdminLayout title="Content">
      <SettingsTabs label="Content" tabs={TABS} current={TABS[isPages ? 1 : 0][0]} />
      {isPages ? <PageSettingsPanel /> : <ContentSettingsPanel />}
    </AdminLayout>
  );
}
