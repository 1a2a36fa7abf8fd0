// Owns what is said to the shopper in passing: short messages shown as toasts and spoken by screen readers. Knows
// nothing of who says them; a way out ("Retry", "Undo") travels as a plain action.
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly tone: 'info' | 'error';
  /** Spoken only, not shown: for what the eye already sees, such as a new number of results. */
  readonly quiet?: boolean;
  /** A button that dispatches `action`. */
  readonly offer?: { readonly label: string; readonly action: { readonly type: string } };
}

/** More than this many at once and the oldest goes. */
const SHOWN_MAX = 3;

export const announcerSlice = createSlice({
  name: 'announcer',
  initialState: [] as readonly Announcement[],
  reducers: {
    announced: {
      prepare: (said: Omit<Announcement, 'id' | 'tone'> & { tone?: Announcement['tone'] }) => ({
        payload: { tone: 'info' as const, ...said, id: nanoid() },
      }),
      reducer: (state, action: PayloadAction<Announcement>) =>
        [...state.filter((earlier) => earlier.text !== action.payload.text), action.payload].slice(
          -SHOWN_MAX,
        ),
    },
    announcementDismissed: (state, action: PayloadAction<string>) =>
      state.filter((announcement) => announcement.id !== action.payload),
  },
  selectors: { selectAnnouncements: (state) => state },
});

export const { announced, announcementDismissed } = announcerSlice.actions;
export const { selectAnnouncements } = announcerSlice.selectors;
