// Texts that people type into forms and messages: a schema stores each text as it was typed, except
// for the changes listed here, or rejects it with the name of its field.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  EmailChangeSchema,
  NewEmailSchema,
  NewPasswordSchema,
  PasswordChangeSchema,
  PasswordResetSchema,
  ProfileSchema,
  RegistrationSchema,
  SignInSchema,
} from './account.ts';
import { AddressSchema } from './address.ts';
import { arbitraryText } from './arbitrary-text.ts';
import {
  ContactMessageSchema,
  EmailRequestSchema,
  ModerateReviewRequestSchema,
  OrderReasonRequestSchema,
  ReplyToContactMessageRequestSchema,
  SaveCategoryRequestSchema,
  SaveProductRequestSchema,
  StockAlertRequestSchema,
  SubmitReviewRequestSchema,
  UpdateOrderRequestSchema,
} from './callables.ts';
import { DeliveryChoiceSchema } from './order.ts';
import { OrderNoteRequestSchema, RefundOrderRequestSchema } from './order-changes.ts';
import { SetRoleRequestSchema } from './staff.ts';
import { toAsciiCode } from './typed-digits.ts';
import { FailedSearchSchema } from './visit.ts';

/** The characters that plain-text.ts removes. */
const isInvisible = (character: string) =>
  (/\p{Cc}/u.test(character) && !'\t\n'.includes(character)) ||
  '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'.includes(character);
/** The models of plain-text.ts: a text of several lines, and one of one line. */
const lines = (text: string) =>
  [...text.replaceAll('\r\n', '\n').replace(/[\v\f\r\x85\u2028\u2029]/g, '\n')]
    .filter((character) => !isInvisible(character))
    .join('')
    .trim();
const line = (text: string) => lines(text).replace(/[\n\t]/g, ' ');
const trimmed = (text: string) => text.trim();
const unchanged = (text: string) => text;
/** The form in which Firebase Auth stores an address. */
const lower = (text: string) => text.trim().toLowerCase();

/** A schema, a valid value, and its changes to the texts of the value. */
type Form = readonly [
  name: string,
  schema: z.ZodMiniType,
  valid: object,
  changes: Readonly<Record<string, (text: string) => string>>,
];

const product = {
  ...{ name: 'Tee', price: 30, image: '/art/x.webp', category: 'apparel', featured: false },
  ...{ description: 'Soft', features: ['Cotton'], images: [], imageAlts: ['A tee'], status: 'draft' },
  ...{ productType: 'T-shirt', tags: ['blue'], specifications: { Material: 'Cotton' } },
  variants: [{ size: 'M', stock: 1, sku: 'tee-m' }],
};

const FORMS: readonly Form[] = [
  ['the login', SignInSchema, { email: 'a@b.co', password: 'secret' }, { email: lower, password: unchanged }],
  [
    'the registration',
    RegistrationSchema,
    { displayName: 'Ada', email: 'a@b.co', password: 'secret' },
    { displayName: line, email: lower, password: unchanged },
  ],
  ['a forgotten password', PasswordResetSchema, { email: 'a@b.co' }, { email: lower }],
  ['a new password', NewPasswordSchema, { password: 'secret' }, { password: unchanged }],
  [
    'another password',
    PasswordChangeSchema,
    { current: 'secret', next: 'secret' },
    { current: unchanged, next: unchanged },
  ],
  ['another address', NewEmailSchema, { email: 'a@b.co' }, { email: lower }],
  [
    'the form for another address',
    EmailChangeSchema,
    { email: 'a@b.co', current: 'secret' },
    { email: lower, current: unchanged },
  ],
  [
    'the profile',
    ProfileSchema,
    { displayName: 'Ada', photoURL: 'https://a.test/b.png' },
    { displayName: line, photoURL: trimmed },
  ],
  [
    'a postal address',
    AddressSchema,
    {
      ...{ name: 'Ada', line1: '1 Way', line2: 'Flat', city: 'Town', region: 'NY', postalCode: '12345' },
      ...{ country: 'US', phone: '+1 555' },
    },
    {
      ...{ name: line, line1: line, line2: line, city: line, region: line },
      ...{ postalCode: toAsciiCode, phone: toAsciiCode },
    },
  ],
  ['the note of an order', DeliveryChoiceSchema, { delivery: 'standard', note: 'Ring' }, { note: lines }],
  [
    'a contact message',
    ContactMessageSchema,
    { name: 'Ada', email: 'a@b.co', subject: 'Fox', message: 'Hello' },
    { name: line, email: lower, subject: line, message: lines },
  ],
  [
    'the reply to a message',
    ReplyToContactMessageRequestSchema,
    { messageId: 'm1', reply: 'Yes' },
    { reply: lines },
  ],
  ['the newsletter', EmailRequestSchema, { email: 'a@b.co' }, { email: lower }],
  [
    'a stock alert',
    StockAlertRequestSchema,
    { productId: 'tee', size: 'M', email: 'a@b.co' },
    { size: unchanged, email: lower },
  ],
  [
    'a review',
    SubmitReviewRequestSchema,
    { productId: 'tee', rating: 5, title: 'Good', content: 'Soft' },
    { title: line, content: lines },
  ],
  ['a search', FailedSearchSchema, { text: 'fox', outcome: 'nothing' }, { text: line }],
  ['a cancellation', OrderReasonRequestSchema, { orderId: 'o1', reason: 'Late' }, { reason: lines }],
  [
    'a shipment',
    UpdateOrderRequestSchema,
    { orderId: 'o1', reason: 'Late', trackingUrl: 'https://a.test/1' },
    { reason: lines, trackingUrl: unchanged },
  ],
  [
    'a refund',
    RefundOrderRequestSchema,
    { orderId: 'o1', amountCents: 1, refundedCents: 0, reason: 'Late' },
    { reason: lines },
  ],
  ['a note of the staff', OrderNoteRequestSchema, { orderId: 'o1', text: 'Late' }, { text: lines }],
  [
    'a hidden review',
    ModerateReviewRequestSchema,
    { reviewId: 'r1', action: 'hide', reason: 'Spam' },
    { reason: lines },
  ],
  ['a role', SetRoleRequestSchema, { account: 'a@b.co', role: null }, { account: trimmed }],
  [
    'a category',
    SaveCategoryRequestSchema,
    {
      categoryId: 'hats',
      category: { name: 'Hats', image: '/art/x.webp', description: 'Warm', featured: false },
    },
    { 'category.name': line, 'category.description': lines },
  ],
  [
    'a product',
    SaveProductRequestSchema,
    { product },
    {
      ...{ 'product.name': line, 'product.description': lines, 'product.features.0': line },
      ...{ 'product.imageAlts.0': line, 'product.productType': line, 'product.tags.0': line },
      ...{ 'product.specifications.Material': line, 'product.variants.0.size': line },
      'product.variants.0.sku': line,
    },
  ],
];

type Tree = Record<string, unknown>;
const read = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Tree)[key], value);

/** A copy of a value with another text at a path. */
function replace(value: object, path: string, text: string): object {
  const copy = structuredClone(value);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Tree>((inner, key) => inner[key] as Tree, copy as Tree);
  parent[last] = text;
  return copy;
}

/** Any text, and texts that come close to valid values of formatted fields. */
const typedText = fc.oneof(
  arbitraryText,
  fc.string({ unit: 'grapheme', maxLength: 130 }),
  fc.tuple(arbitraryText, arbitraryText).map((parts) => `${parts.join('@')}.test`),
  fc.constantFrom(
    '\u212Aate@example.com',
    'İ@example.com',
    '\ufeff x \u3000',
    '１５０ー０００１',
    '\0',
    '\u200b',
    'a\r\nb\u202Ec\x1b\td',
    'жук@example.com',
  ),
  fc.stringMatching(/^[A-Za-z]{1,5}@[A-Za-z]{1,5}\.com$/),
  fc.tuple(fc.constantFrom(' ', '', '\n'), arbitraryText).map(([space, text]) => `https://${text}${space}`),
);

const CASES = FORMS.flatMap(([name, schema, valid, changes]) =>
  Object.entries(changes).map(([path, keep]) => ({ name, schema, valid, path, keep })),
);

describe('a text that somebody types', () => {
  it.each(FORMS)('is tested at every text of %s', (_name, schema, valid, changes) => {
    expect(schema.safeParse(valid).error).toBeUndefined();
    const texts: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value === 'string') texts.push(path);
      else if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    };
    walk(valid, '');
    // Fields that nobody types.
    const chosen = /(^|\.)(\w+Id|image|country|status|delivery|outcome|action)$|^product\.category$/;
    expect(texts.filter((path) => !chosen.test(path)).sort()).toEqual(Object.keys(changes).sort());
  });

  it.each(CASES)(
    'is stored as typed in $path of $name, or rejected with the name of its field',
    ({ schema, valid, path, keep }) => {
      fc.assert(
        fc.property(typedText, (text) => {
          const parsed = schema.safeParse(replace(valid, path, text));
          if (parsed.success) {
            expect(read(parsed.data, path)).toBe(keep(text));
            return;
          }
          expect(parsed.error.issues.map((issue) => issue.path.join('.'))).toEqual(
            parsed.error.issues.map(() => path),
          );
        }),
        { numRuns: 200 },
      );
    },
  );

  it.each(CASES)(
    'is rejected, not cut, as $path of $name when it is longer than any field allows',
    ({ schema, valid, path }) => {
      const parsed = schema.safeParse(replace(valid, path, '👩‍👧'.repeat(4_000)));
      if (parsed.success) expect(read(parsed.data, path)).toBe('👩‍👧'.repeat(4_000));
      else expect(parsed.error.issues[0]?.path.join('.')).toBe(path);
    },
  );
});
