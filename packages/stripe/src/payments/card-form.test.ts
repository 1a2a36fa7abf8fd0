import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCardForm, parseExpiry, passesLuhn } from './card-form.ts';
import { TEST_CARDS } from './test-cards.ts';

const NOW = Date.UTC(2026, 10, 21);
const VALID_FORM = {
  email: 'a@example.com',
  number: '4242 4242 4242 4242',
  expiry: '11/26',
  cvc: '123',
  name: '',
};

describe('readCardForm', () => {
  it('accepts a card in the month of its expiry', () => {
    expect(parseCardForm(VALID_FORM, NOW)).toEqual({
      card: { number: '4242424242424242', expMonth: 11, expYear: 2026, name: null, email: 'a@example.com' },
    });
  });

  it('accepts every test card', () => {
    for (const { number, brand } of TEST_CARDS) {
      const cvc = brand === 'amex' ? '1234' : '123';
      expect(parseCardForm({ ...VALID_FORM, number, cvc }, NOW)).toHaveProperty('card.number', number);
    }
  });

  it.each([
    [{ email: '' }, 'email', 'Enter your email.'],
    [{ email: 'nope' }, 'email', 'Enter an email such as name@example.com.'],
    [{ number: '' }, 'number', 'Enter your card number.'],
    [{ number: '4242' }, 'number', 'Your card number is incomplete.'],
    [{ number: '4242424242424241' }, 'number', 'Your card number is invalid.'],
    [{ number: '4242 4242 4242 424x' }, 'number', 'Use digits only in the card number.'],
    [{ expiry: '' }, 'expiry', 'Enter the expiry date.'],
    [{ expiry: '13/30' }, 'expiry', "Your card's expiry date is incomplete. Use MM / YY."],
    [{ expiry: '10/26' }, 'expiry', "Your card's expiry date is in the past."],
    [{ expiry: '12/2099' }, 'expiry', "Your card's expiry year is invalid."],
    [{ cvc: '' }, 'cvc', 'Enter the security code.'],
    [{ cvc: '12' }, 'cvc', "Your card's security code is incomplete. It has 3 digits."],
    [{ number: '378282246310005' }, 'cvc', "Your card's security code is incomplete. It has 4 digits."],
  ] as const)('rejects %j with a message for that field only', (change, field, message) => {
    expect(parseCardForm({ ...VALID_FORM, ...change }, NOW)).toEqual({ errors: { [field]: message } });
  });

  it('never throws, and rejects any number with a wrong check digit', () => {
    fc.assert(
      fc.property(
        fc.record({
          email: fc.string(),
          number: fc.string(),
          expiry: fc.string(),
          cvc: fc.string(),
          name: fc.string(),
        }),
        (input) => {
          const read = parseCardForm(input, NOW);
          if ('card' in read) expect(passesLuhn(read.card.number)).toBe(true);
        },
      ),
    );
  });
});

describe('passesLuhn', () => {
  it('detects every change of a single digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEST_CARDS),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        ({ number }, offset, increment) => {
          const index = offset % number.length;
          const digit = (Number(number[index]) + increment) % 10;
          expect(passesLuhn(number)).toBe(true);
          expect(passesLuhn(number.slice(0, index) + digit + number.slice(index + 1))).toBe(false);
        },
      ),
    );
  });
});

describe('readExpiry', () => {
  it.each(['04/30', '4/30', '04 / 30', '0430', '04/2030', ' 04/30 '])('parses "%s"', (text) => {
    expect(parseExpiry(text)).toEqual({ month: 4, year: 2030 });
  });
});
