import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiRequest } from '../api/client.ts';

/** The request that undoes a change. It fails if somebody has changed the same data meanwhile. */
export interface Undo extends Pick<ApiRequest, 'path' | 'method' | 'headers'> {
  /** The body, which may be large. As a string, the store does not inspect it. */
  readonly json: string;
}

/** Converts a request to an `Undo` for the store. */
export function undoBy({ body, ...request }: Omit<ApiRequest, 'signal'>): Undo {
  return { ...request, json: JSON.stringify(body) };
}

/** A message at the edge of the page. */
export interface Toast {
  readonly id: string;
  readonly message: string;
  readonly isError: boolean;
  readonly undo?: Undo;
}

const MAX_TOASTS = 4;

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toastAdded: {
      prepare: (toast: { message: string; isError?: boolean; undo?: Undo }) => ({
        payload: { isError: false, ...toast, id: nanoid() } as Toast,
      }),
      reducer: (toasts, { payload }: PayloadAction<Toast>) =>
        [...toasts, payload].slice(-MAX_TOASTS) as never,
    },
    toastDismissed: (toasts, { payload }: PayloadAction<string>) => toasts.filter(({ id }) => id !== payload),
  },
  selectors: { selectToasts: (toasts) => toasts },
});

export const toastsSlice = slice;
export const { toastAdded, toastDismissed } = slice.actions;
export const { selectToasts } = slice.selectors;
