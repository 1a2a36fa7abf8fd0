import { stackApi } from '../api/stack-api.ts';
import type { Undo } from './toasts-slice.ts';

const undoApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes a change back. */
    undo: build.mutation<unknown, Undo>({
      query: ({ json, ...request }) => ({ ...request, body: new Blob([json], { type: 'application/json' }) }),
      invalidatesTags: ['Document', 'Collections'],
    }),
  }),
});

export const { useUndoMutation } = undoApi;
