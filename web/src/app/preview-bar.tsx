import { SETTINGS_SECTIONS, type SettingsSection } from '@savepoint/model/settings';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { pageApi } from '../api/page-endpoints.ts';
import { settingsApi } from '../api/settings-endpoints.ts';
import { ShopLink } from '../components/shop-link.tsx';
import { useSettingsSectionQuery } from '../features/admin/settings-endpoints.ts';
import './preview-bar.css';

/** The editor of a section. */
function editorPath(section: SettingsSection): string {
  if (section === 'content') return '/admin/content';
  return section === 'pages' ? '/admin/content/pages' : `/admin/settings/${section}`;
}

function Preview({ section }: { section: SettingsSection }) {
  const dispatch = useDispatch();
  const { data: state, isError } = useSettingsSectionQuery(section);
  const { data: settings } = settingsApi.useShopSettingsQuery();
  const { data: pages } = pageApi.usePageTextsQuery(undefined, { skip: section !== 'pages' });
  const draft = state?.draft?.value;
  const published = section === 'pages' ? pages : settings?.[section];
  // After each read, because it returns the published version.
  useEffect(() => {
    if (draft === undefined || published === undefined) return;
    if (JSON.stringify(draft) === JSON.stringify(published)) return;
    if (section === 'pages') dispatch(pageApi.util.upsertQueryData('pageTexts', undefined, draft as never));
    else if (settings !== undefined)
      dispatch(
        settingsApi.util.upsertQueryData('shopSettings', undefined, { ...settings, [section]: draft }),
      );
  }, [dispatch, section, draft, published, settings]);
  return (
    <p className="preview-bar" role="status">
      {isError
        ? 'Only staff can see a draft.'
        : state !== undefined && draft === undefined
          ? 'There is no draft: this is what shoppers see.'
          : 'Preview of the draft. Shoppers do not see it.'}{' '}
      <ShopLink to={editorPath(section)}>Back to the editor</ShopLink>
    </p>
  );
}

/** Shows staff the draft of a section instead of the published version. */
export function PreviewBar({ section }: { section: string }) {
  const known = SETTINGS_SECTIONS.find((each) => each === section);
  return known === undefined ? null : <Preview section={known} />;
}
