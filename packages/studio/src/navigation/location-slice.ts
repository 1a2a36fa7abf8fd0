// The page's address in the store: every view has a link of its own.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface Location {
  readonly pathname: string;
  /** With the question mark, or empty. */
  readonly search: string;
}

const slice = createSlice({
  name: 'location',
  initialState: { pathname: '/', search: '' } as Location,
  reducers: {
    locationChanged: (_, { payload }: PayloadAction<Location>) => payload,
  },
  selectors: { selectLocation: (location) => location },
});

export const locationSlice = slice;
export const { locationChanged } = slice.actions;
export const { selectLocation } = slice.selectors;
