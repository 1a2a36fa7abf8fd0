import { readConsent } from '../features/consent/consent-slice.ts';
import { createConversionTag } from '../features/conversion/conversion-tag.ts';

/** The page's one conversion tag, with the consent that this browser has stored. */
export const conversionTag = createConversionTag(import.meta.env.VITE_CONVERSION_TAG_URL);

const consent = readConsent();
if (consent === 'granted') conversionTag.grant();
if (consent === 'denied') conversionTag.deny();
