// The shopper's consent to the conversion tag. Nothing is sent without consent.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, writeStored } from '../../lib/safe-storage.ts';

/**
 * `unread` on the server and until hydration: local storage has not been read, and the banner stays
 * hidden.
 */
type Consent = 'unread' | 'unknown' | 'granted' | 'denied';

const STORAGE_KEY = 'consent';

/** This browser's stored choice; `unknown` if there is none. */
export function readConsent(): Consent {
  const stored = readStored(STORAGE_KEY);
  return stored === 'granted' || stored === 'denied' ? stored : 'unknown';
}

/** Stores the choice in this browser. */
export function storeConsent(consent: Consent): void {
  writeStored(STORAGE_KEY, consent);
}

export const consentSlice = createSlice({
  name: 'consent',
  initialState: (): Consent => (typeof localStorage === 'undefined' ? 'unread' : readConsent()),
  reducers: {
    consentChosen: (_state, action: PayloadAction<'granted' | 'denied'>): Consent => action.payload,
    /** The shopper reopens the consent banner. */
    consentReset: (): Consent => 'unknown',
  },
  selectors: { selectConsent: (state): Consent => state },
});

export const { consentChosen, consentReset } = consentSlice.actions;
export const { selectConsent } = consentSlice.selectors;
