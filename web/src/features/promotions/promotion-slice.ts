// The promo code that the shopper has entered. Stored in local storage: it survives a reload, and a
// guest's survives the sign-in. It is removed with the account.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStoredJson } from '../../lib/safe-storage.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';

export const PROMOTION_KEY = 'promotionCode';

export interface EnteredCode {
  /** Null without a code. */
  readonly code: string | null;
  /** The account that entered it; null for a guest. */
  readonly owner: string | null;
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Reads the stored code; malformed data counts as none. */
export function readEnteredCode(): EnteredCode {
  const stored = readStoredJson(PROMOTION_KEY) as Partial<EnteredCode> | null | undefined;
  return { code: textOrNull(stored?.code), owner: textOrNull(stored?.owner) };
}

export const promotionSlice = createSlice({
  name: 'promotion',
  initialState: readEnteredCode,
  reducers: {
    codeEntered: (state, { payload }: PayloadAction<string>): EnteredCode => ({ ...state, code: payload }),
    codeRemoved: (state): EnteredCode => ({ ...state, code: null }),
    /** Another tab of this browser stored the code. */
    codeLoaded: (state, { payload }: PayloadAction<EnteredCode>): EnteredCode =>
      payload.owner === state.owner ? payload : state,
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, { payload: { uid } }): EnteredCode => {
        if (state.owner === uid) return state;
        return { code: state.owner === null ? state.code : null, owner: uid };
      })
      .addCase(
        sessionEnded,
        (state): EnteredCode => (state.owner === null ? state : { code: null, owner: null }),
      );
  },
  selectors: { selectEnteredCode: (state): EnteredCode => state },
});

export const { codeEntered, codeRemoved, codeLoaded } = promotionSlice.actions;
export const { selectEnteredCode } = promotionSlice.selectors;
