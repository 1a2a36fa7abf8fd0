import type { SettingsSection } from '@savepoint/model/settings';
import { settingsAdminApi } from './settings-endpoints.ts';
import { defineUndo } from './undo.ts';

/** The version before a publication. */
interface Publication {
  readonly section: SettingsSection;
  readonly version: number;
  readonly restored: number;
}

/** Publishes the previous settings again. */
export const undoPublication = defineUndo<Publication>('publication', (publication, dispatch) =>
  dispatch(
    settingsAdminApi.endpoints.changeSettings.initiate({ ...publication, action: 'restore' }),
  ).unwrap(),
);
