// Owns the one conversion tag of this page, opened or shut as this browser remembers.
import { readConsent } from '../features/consent/consent-slice.ts';
import { createConversionTag } from '../features/conversion/conversion-tag.ts';

export const pageTag = createConversionTag(import.meta.env.VITE_CONVERSION_TAG_URL);

const consent = readConsent();
if (consent === 'granted') pageTag.grant();
if (consent === 'denied') pageTag.deny();
