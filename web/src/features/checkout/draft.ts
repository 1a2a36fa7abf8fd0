// Owns what a checkout's draft holds; what may be wrong with it is in checkout-draft.ts.
import type { DeliveryId } from '@savepoint/model/totals';

/** Everything typed so far, as text. */
export interface CheckoutDraft {
  readonly name: string;
  readonly phone: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly delivery: DeliveryId;
  readonly note: string;
}

export const EMPTY_DRAFT: CheckoutDraft = {
  name: '',
  phone: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  delivery: 'standard',
  note: '',
};
