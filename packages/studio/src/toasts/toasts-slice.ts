import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { Write } from '../firestore/requests.ts';

/** A message at the edge of the page; `undo` has the writes that take the change back. */
export interface Toast {
  readonly id: string;
  readonly message: string;
  readonly isError: boolean;
  readonly undo?: { readonly database: string; readonly writes: readonly Write[] };
}

const MAX_TOASTS = 4;

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toastAdded: {
      prepare: (toast: { message: string; isError?: boolean; undo?: Toast['undo'] }) => ({
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
