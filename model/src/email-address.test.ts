import { describe, expect, it } from 'vitest';
import {
  EmailChangeSchema,
  NewEmailSchema,
  PasswordResetSchema,
  RegistrationSchema,
  SignInSchema,
} from './account.ts';
import { ContactMessageSchema, EmailRequestSchema, StockAlertRequestSchema } from './callables.ts';
import { EmailAddressSchema } from './email-address.ts';
import { SetRoleRequestSchema } from './staff.ts';

describe('EmailAddressSchema', () => {
  it.each([
    ['жук@example.com', 'жук@example.com'],
    [' JÖRG@Bücher.example ', 'jörg@bücher.example'],
    ['用户@例子.广告', '用户@例子.广告'],
    ['अजय@डाटा.भारत', 'अजय@डाटा.भारत'],
    ['a..b.@docomo.ne.jp', 'a..b.@docomo.ne.jp'],
    ["O'Hara+shop@mail.example.co", "o'hara+shop@mail.example.co"],
  ])('takes %j as %j', (typed, stored) => {
    expect(EmailAddressSchema.parse(typed)).toBe(stored);
  });

  it.each([
    '\u212Aate@example.com',
    'a@\u212Aelvin.example',
    'İ@example.com',
    'a@b',
    'a@b.c',
    'a@-b.co',
    'a@b..co',
    'a b@c.co',
    'a\0b@c.co',
    'a\u202Eb@c.co',
    'a@b.co, c@d.co',
    '<a@b.co>',
    'a\r\nBcc: c@d.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
  ])('refuses %j', (typed) => {
    expect(EmailAddressSchema.safeParse(typed).success).toBe(false);
  });

  it('reports by the format of its issue that an email address is expected', () => {
    const [issue] = EmailAddressSchema.safeParse('nobody').error?.issues ?? [];
    expect(issue).toMatchObject({ code: 'invalid_format', format: 'email' });
  });
});

/** Requests and forms with an email address, each parsed with a different address. */
const FORMS = [
  ['the login', (email: string) => SignInSchema.safeParse({ email, password: 'secret' })],
  [
    'the registration',
    (email: string) => RegistrationSchema.safeParse({ email, displayName: 'A', password: 'secret' }),
  ],
  ['a forgotten password', (email: string) => PasswordResetSchema.safeParse({ email })],
  ['another address', (email: string) => NewEmailSchema.safeParse({ email })],
  [
    'the form for another address',
    (email: string) => EmailChangeSchema.safeParse({ email, current: 'secret' }),
  ],
  [
    'a contact message',
    (email: string) => ContactMessageSchema.safeParse({ email, name: 'A', subject: 'B', message: 'C' }),
  ],
  ['the newsletter', (email: string) => EmailRequestSchema.safeParse({ email })],
  ['a stock alert', (email: string) => StockAlertRequestSchema.safeParse({ email, productId: 'tee' })],
  ['a role', (email: string) => SetRoleRequestSchema.safeParse({ account: email, role: 'owner' })],
] as const;

describe.each(FORMS)('the address of %s', (_, parse) => {
  it('accepts letters of any script', () => {
    expect(parse('жук@example.com').success).toBe(true);
  });

  it("rejects a Kelvin sign, whose lower case would yield somebody else's address", () => {
    expect(parse('\u212Aate@example.com').success).toBe(false);
  });
});
