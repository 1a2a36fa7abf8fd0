import { SETTINGS_SECTIONS, type ShopSettings, settingsValue } from '@savepoint/model/settings';
import type { PageReader } from './page-reader.ts';

/** The published value of each section, or its defaults. */
export async function readSettings(read: PageReader): Promise<ShopSettings> {
  const documents = (await read({ op: 'query', path: 'settings' })) as readonly { readonly id: string }[];
  const entries = SETTINGS_SECTIONS.filter((section) => section !== 'pages').map((section) => [
    section,
    settingsValue(
      section,
      documents.find(({ id }) => id === section),
    ),
  ]);
  return Object.fromEntries(entries) as ShopSettings;
}
