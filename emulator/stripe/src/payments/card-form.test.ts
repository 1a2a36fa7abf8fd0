import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCardForm, parseExpiry, passesLuhn } from './card-form.ts';
import { TEST_CARDS } from './test-cards.ts';

const NOW = Date.UTC(2026, 10, 21);
const GOOD = { email: 'a@example.com', number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123', name: '' };

describe('readCardForm', () => {
  it('takes a card in the month it expires', () => {
    expect(parseCardForm(GOOD, NOW)).toEqual({
      card: { number: '4242424242424242', expMonth: 11, expYear: 2026, name: null, email: 'a@example.com' },
    });
  });

  it('takes every test card', () => {
    for (const { number, brand } of TEST_CARDS) {
      const cvc = brand === 'amex' ? '1234' : '123';
      expect(parseCardForm({ ...GOOD, number, cvc }, NOW)).toHaveProperty('card.number', number);
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
  ] as const)('says what is wrong with %j', (change, field, message) => {
    expect(parseCardForm({ ...GOOD, ...change }, NOW)).toEqual({ errors: { [field]: message } });
  });

  it('never throws and never takes a number that fails the check digit', () => {
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
  it('notices every change of one digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEST_CARDS),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        ({ number }, place, by) => {
          const at = place % number.length;
          const digit = (Number(number[at]) + by) % 10;
          expect(passesLuhn(number)).toBe(true);
          expect(passesLuhn(number.slice(0, at) + digit + number.slice(at + 1))).toBe(false);
        },
      ),
    );
  });
});

describe('readExpiry', () => {
  it.each(['04/30', '4/30', '04 / 30', '0430', '04/2030', ' 04/30 '])('reads %s', (text) => {
    expect(parseExpiry(text)).toEqual({ month: 4, year: 2030 });
  });
});
