// Drops from public JSON that Hosting caches, and the shopper's own entry, live. `heardAt` is the
// browser's monotonic clock when the response arrived: together with the response's time it yields
// the server's clock, whatever the browser's own clock says.
import type {
  EnterDropRequest,
  ListedDrop,
  PublicDrop,
  PublishedDraw,
  RemindOfDropRequest,
} from '@savepoint/model/drop';
import type { DropEntry } from '@savepoint/model/drop-entry';
import { streamDocument } from './live-data.ts';
import { shopApi } from './shop-api.ts';

/** A drop, and when this browser received it, in milliseconds since its page was opened. */
export type HeardDrop = PublicDrop & { readonly heardAt: number };
/** The entry of the signed-in shopper. */
export type OwnDropEntry = DropEntry<string> & { readonly id: string };

const fileOf = (dropId: string, name: string) => `/drops/${encodeURIComponent(dropId)}/${name}.json` as const;
const entryPath = ({ dropId, uid }: { readonly dropId: string; readonly uid: string }) =>
  `dropEntries/${dropId}:${uid}`;

const dropApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** Announced and open drops. */
    listedDrops: build.query<readonly ListedDrop[], void>({
      query: () => ({ op: 'file', path: '/drops.json' }),
    }),
    /** Null for an unknown drop. */
    drop: build.query<HeardDrop | null, string>({
      query: (dropId) => ({ op: 'file', path: fileOf(dropId, 'state') }),
      transformResponse: (drop: PublicDrop | null) => drop && { ...drop, heardAt: performance.now() },
    }),
    publishedDraw: build.query<PublishedDraw, string>({
      query: (dropId) => ({ op: 'file', path: fileOf(dropId, 'draw') }),
    }),
    /** Null for a shopper without an entry. */
    dropEntry: build.query<OwnDropEntry | null, { dropId: string; uid: string }>({
      query: (key) => ({ op: 'get', path: entryPath(key), identified: true }),
      onCacheEntryAdded: (key, lifecycle) =>
        streamDocument<OwnDropEntry>(entryPath(key), lifecycle, (entry) => {
          lifecycle.dispatch(dropApi.util.upsertQueryData('dropEntry', key, entry));
        }),
    }),
    enterDrop: build.mutation<unknown, EnterDropRequest>({
      query: (data) => ({ op: 'call', name: 'enterDrop', data }),
    }),
    leaveDrop: build.mutation<unknown, { dropId: string }>({
      query: (data) => ({ op: 'call', name: 'leaveDrop', data }),
    }),
    remindOfDrop: build.mutation<unknown, RemindOfDropRequest>({
      query: (data) => ({ op: 'call', name: 'remindOfDrop', data }),
    }),
  }),
});

export const {
  useListedDropsQuery,
  useDropQuery,
  useLazyPublishedDrawQuery,
  useDropEntryQuery,
  useEnterDropMutation,
  useLeaveDropMutation,
  useRemindOfDropMutation,
} = dropApi;
