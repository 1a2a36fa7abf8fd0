// The page's address in the store, so that every view has its own link.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface Location {
  readonly pathname: string;
  /** Includes the question mark, or is empty. */
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
