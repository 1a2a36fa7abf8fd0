// Reads and the callable of the settings pages.
import {
  type ChangeSettingsRequest,
  type ChangeSettingsResponse,
  draftPath,
  type PublishedSettings,
  type SettingsDraft,
  type SettingsSection,
  type SettingsVersion,
  settingsPath,
} from '@savepoint/model/settings';
import { queryReads } from '../../api/query-reads.ts';
import { shopApi } from '../../api/shop-api.ts';
import { call } from './admin-endpoints.ts';

const VERSIONS_MAX = 30;

/** A section as read by staff. */
export interface SectionState {
  readonly published: PublishedSettings | null;
  readonly draft: SettingsDraft | null;
  /** The newest first. */
  readonly versions: readonly SettingsVersion[];
}

export const settingsAdminApi = shopApi.enhanceEndpoints({ addTagTypes: ['Audit'] }).injectEndpoints({
  endpoints: (build) => ({
    settingsSection: build.query<SectionState, SettingsSection>({
      queryFn: queryReads(async (read, section) => {
        const [published, draft, versions] = await Promise.all([
          read({ op: 'get', path: settingsPath(section), identified: true }),
          read({ op: 'get', path: draftPath(section), identified: true }),
          read({
            op: 'query',
            path: `${settingsPath(section)}/versions`,
            orderBy: [['version', 'desc']],
            limit: VERSIONS_MAX,
            identified: true,
          }),
        ]);
        return { published, draft, versions } as SectionState;
      }),
      providesTags: ['Settings'],
      keepUnusedDataFor: 0,
    }),
    changeSettings: build.mutation<ChangeSettingsResponse, ChangeSettingsRequest>({
      query: call('changeSettings'),
      invalidatesTags: (response) => (response === undefined ? [] : ['Settings', 'Audit']),
    }),
  }),
});

export const { useSettingsSectionQuery, useChangeSettingsMutation } = settingsAdminApi;
