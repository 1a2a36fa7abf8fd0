// Owns whether the shopper allowed the conversion tag. Nothing is sent before they did.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored, writeStored } from '../../lib/safe-storage.ts';

/** `unread` on the server, which cannot know what a browser remembers; nobody is asked then. */
type Consent = 'unread' | 'unknown' | 'granted' | 'denied';

const STORAGE_KEY = 'consent';

/** What this browser remembers. */
export function readConsent(): Consent {
  const stored = readStored(STORAGE_KEY);
  return stored === 'granted' || stored === 'denied' ? stored : 'unknown';
}

/** Remembers the choice. */
export function storeConsent(consent: Consent): void {
  writeStored(STORAGE_KEY, consent);
}

export const consentSlice = createSlice({
  name: 'consent',
  initialState: (): Consent => readConsent(),
  reducers: {
    consentChosen: (_state, action: PayloadAction<'granted' | 'denied'>): Consent => action.payload,
    /** The shopper wants to choose again. */
    consentReset: (): Consent => 'unknown',
  },
  selectors: { selectConsent: (state): Consent => state },
});

export const { consentChosen, consentReset } = consentSlice.actions;
export const { selectConsent } = consentSlice.selectors;
