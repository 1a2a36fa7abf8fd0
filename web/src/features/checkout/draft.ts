import type { DeliveryId } from '@savepoint/model/totals';

/** The steps of the checkout that have a form. */
export const FORM_STEPS = ['address', 'delivery'] as const;
export type FormStep = (typeof FORM_STEPS)[number];

/** The values of the checkout form; validated by draft-validation.ts. */
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
