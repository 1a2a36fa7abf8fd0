// The callable with which staff change settings, and scheduled publication.

import { ChangeSettingsRequestSchema, SETTINGS, SETTINGS_SECTIONS } from '@savepoint/model/settings';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable, requirePermission } from '../callable/callable.ts';
import { readRole } from '../callable/read-role.ts';
import { functionSettings } from '../config/function-settings.ts';
import { auth, database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import * as settings from './change-settings.ts';

/**
 * Saves or publishes a section of the settings; see change-settings.ts. Owners' sections need a
 * further permission.
 */
export const changeSettings = callable({
  name: 'changeSettings',
  access: 'editContent',
  schema: ChangeSettingsRequestSchema,
  handle: async (request, admin) => {
    requirePermission(admin, SETTINGS[request.section].permission);
    return settings.changeSettings(database(), admin, request, new Date());
  },
});

/** Publishes drafts that are due. */
export const publishScheduledSettings = onSchedule(
  { ...functionSettings('publishScheduledSettings'), schedule: 'every 5 minutes' },
  async () => {
    for (const section of SETTINGS_SECTIONS)
      if (await settings.publishDueDraft(database(), section, new Date(), (uid) => readRole(auth(), uid)))
        log.info('settings-published', { section });
  },
);
