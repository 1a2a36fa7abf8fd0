import type { SaveDropRequest, SaveDropResponse, StoredDrop } from '@savepoint/model/drop';
import { streamQuery } from '../../api/live-data.ts';
import { adminApi, call, newestFirst } from './admin-endpoints.ts';

const DROPS_MAX = 100;
const DROPS = newestFirst('drops', 'createdAt', DROPS_MAX);

/** A drop as read by staff. */
export type PlannedDrop = StoredDrop & { readonly id: string; readonly updatedAt: string };

const dropAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest drops, live. */
    plannedDrops: build.query<PlannedDrop[], void>({
      query: () => DROPS,
      onCacheEntryAdded: (_, lifecycle) =>
        streamQuery<PlannedDrop[]>(DROPS, lifecycle, (drops) => {
          lifecycle.dispatch(dropAdminApi.util.upsertQueryData('plannedDrops', undefined, drops));
        }),
    }),
    saveDrop: build.mutation<SaveDropResponse, SaveDropRequest>({
      query: call('saveDrop'),
      invalidatesTags: ['Audit', 'Product'],
    }),
    stopDrop: build.mutation<unknown, { dropId: string }>({
      query: call('stopDrop'),
      invalidatesTags: ['Audit', 'Product'],
    }),
  }),
});

export const { usePlannedDropsQuery, useSaveDropMutation, useStopDropMutation } = dropAdminApi;
