import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { lineLimited } from './cart-slice.ts';

/** The key of the line that was just added, while the drawer shows it. */
export const addedLineSlice = createSlice({
  name: 'addedLine',
  initialState: null as string | null,
  reducers: {
    addedLineShown: (_state, action: PayloadAction<string>) => action.payload,
    addedLineClosed: () => null,
  },
  // A message reports that less was added.
  extraReducers: (builder) => void builder.addCase(lineLimited, () => null),
  selectors: { selectAddedLine: (state) => state },
});

export const { addedLineShown, addedLineClosed } = addedLineSlice.actions;
export const { selectAddedLine } = addedLineSlice.selectors;
