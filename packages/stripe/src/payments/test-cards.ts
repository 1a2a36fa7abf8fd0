// Stripe's test cards: https://docs.stripe.com/testing

/** The result of charging the card. */
export type CardBehavior =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'decline'; readonly code: string; readonly declineCode: string | null }
  | { readonly kind: 'authenticate'; readonly next: CardBehavior };

/**
 * The result of a refund to the card: it may be pending first (`succeeds-later`), or fail after it
 * succeeded (`fails-later`).
 */
export type RefundBehavior = 'succeeds' | 'succeeds-later' | 'fails-later';

/** A test card. */
interface TestCard {
  readonly number: string;
  readonly label: string;
  readonly brand: string;
  readonly funding: 'credit' | 'debit';
  readonly behavior: CardBehavior;
  readonly refund: RefundBehavior;
  /** True if the hosted page has a button for it. */
  readonly quickFill: boolean;
}

const SUCCEED: CardBehavior = { kind: 'succeed' };

function decline(code: string, declineCode: string | null): CardBehavior {
  return { kind: 'decline', code, declineCode };
}

function card(
  number: string,
  label: string,
  behavior: CardBehavior,
  options: Partial<Pick<TestCard, 'brand' | 'funding' | 'refund' | 'quickFill'>> = {},
): TestCard {
  return {
    number,
    label,
    brand: 'visa',
    funding: 'credit',
    refund: 'succeeds',
    quickFill: false,
    behavior,
    ...options,
  };
}

/** All test cards. Any other number is declined, like a real card in test mode. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'Succeeds', SUCCEED, { quickFill: true }),
  card('4000000000000002', 'Declined', decline('card_declined', 'generic_decline'), { quickFill: true }),
  card('4000000000009995', 'Insufficient funds', decline('card_declined', 'insufficient_funds'), {
    quickFill: true,
  }),
  card('4000002760003184', '3-D Secure', { kind: 'authenticate', next: SUCCEED }, { quickFill: true }),
  card(
    '4000008260003178',
    '3-D Secure, then no funds',
    { kind: 'authenticate', next: decline('card_declined', 'insufficient_funds') },
    { quickFill: true },
  ),
  card('4000000000009987', 'Lost card', decline('card_declined', 'lost_card')),
  card('4000000000009979', 'Stolen card', decline('card_declined', 'stolen_card')),
  card('4000000000000069', 'Expired card', decline('expired_card', 'expired_card')),
  card('4000000000000127', 'Incorrect CVC', decline('incorrect_cvc', 'incorrect_cvc')),
  card('4000000000000119', 'Processing error', decline('processing_error', 'processing_error')),
  card('4000000000007726', 'Refund pends, then succeeds', SUCCEED, { refund: 'succeeds-later' }),
  card('4000000000005126', 'Refund fails later', SUCCEED, { refund: 'fails-later' }),
  card('4000056655665556', 'Visa debit', SUCCEED, { funding: 'debit' }),
  card('5555555555554444', 'Mastercard', SUCCEED, { brand: 'mastercard' }),
  card('2223003122003222', 'Mastercard, 2-series', SUCCEED, { brand: 'mastercard' }),
  card('5200828282828210', 'Mastercard debit', SUCCEED, { brand: 'mastercard', funding: 'debit' }),
  card('378282246310005', 'American Express', SUCCEED, { brand: 'amex' }),
  card('6011111111111117', 'Discover', SUCCEED, { brand: 'discover' }),
  card('3056930009020004', 'Diners Club', SUCCEED, { brand: 'diners' }),
  card('3566002020360505', 'JCB', SUCCEED, { brand: 'jcb' }),
  card('6200000000000005', 'UnionPay', SUCCEED, { brand: 'unionpay' }),
];

const BY_NUMBER = new Map(TEST_CARDS.map((entry) => [entry.number, entry]));

const UNKNOWN_CARD: Omit<TestCard, 'number' | 'brand'> = {
  label: 'Not a test card',
  funding: 'credit',
  behavior: decline('card_declined', 'test_mode_live_card'),
  refund: 'succeeds',
  quickFill: false,
};

/** The test card with a number, or a declined one. */
export function findTestCard(number: string): TestCard {
  return BY_NUMBER.get(number) ?? { ...UNKNOWN_CARD, number, brand: brandOf(number) };
}

/** The brand of a card number by its first digits, or `unknown`. */
export function brandOf(number: string): string {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(6011|64|65)/.test(number)) return 'discover';
  if (/^3[068]/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  if (/^62/.test(number)) return 'unionpay';
  return 'unknown';
}

const DECLINE_MESSAGES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  authentication:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** The message for the shopper, for a decline code or `authentication`. */
export function declineMessage(declineCode: string | null): string {
  return DECLINE_MESSAGES[declineCode ?? ''] ?? 'Your card was declined.';
}
