// Toasts are independent of the features that show them: the effect of their button travels as a
// plain action.
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

/** A short message, shown for a few seconds and announced by screen readers. */
export interface ToastMessage {
  readonly id: string;
  readonly text: string;
  readonly tone: 'info' | 'error';
  /** Announced but not shown: for visible changes, such as a new number of results. */
  readonly screenReaderOnly?: boolean;
  /** Leads to a page of the shop. */
  readonly link?: { readonly label: string; readonly to: string };
  /** Dispatches `action` when pressed. */
  readonly button?: { readonly label: string; readonly action: { readonly type: string } };
}

/** One more replaces the oldest. */
const TOASTS_MAX = 3;

export const toastSlice = createSlice({
  name: 'toasts',
  initialState: [] as readonly ToastMessage[],
  reducers: {
    /** Shows a message; one with the same text is replaced. */
    toastShown: {
      prepare: (message: Omit<ToastMessage, 'id' | 'tone'> & { tone?: ToastMessage['tone'] }) => ({
        payload: { tone: 'info' as const, ...message, id: nanoid() },
      }),
      reducer: (state, action: PayloadAction<ToastMessage>) =>
        [...state.filter((toast) => toast.text !== action.payload.text), action.payload].slice(-TOASTS_MAX),
    },
    /** Removes the message with this id. */
    toastDismissed: (state, action: PayloadAction<string>) =>
      state.filter((toast) => toast.id !== action.payload),
  },
  selectors: { selectToasts: (state) => state },
});

export const { toastShown, toastDismissed } = toastSlice.actions;
export const { selectToasts } = toastSlice.selectors;
