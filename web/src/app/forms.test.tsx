// @vitest-environment jsdom
// The same questions to every form of the shop.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import type { Product } from '@savepoint/model/product';
import type { Review } from '@savepoint/model/review';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCallableFailure } from '../api/callable-failure.ts';
import type { HeardDrop } from '../api/drop-endpoints.ts';
import { shopApi } from '../api/shop-api.ts';
import { AddressCorrection } from '../components/address-correction.tsx';
import { Toasts } from '../components/toasts.tsx';
import { AddressBook } from '../features/account/address-book.tsx';
import {
  DeleteAccountForm,
  EmailForm,
  PasswordForm,
  ProfileForm,
} from '../features/account/profile-form.tsx';
import { BulkEdit } from '../features/admin/bulk-edit.tsx';
import { CategoryPanel } from '../features/admin/category-panel.tsx';
import { formatProducts } from '../features/admin/csv.ts';
import { CsvImport } from '../features/admin/csv-import.tsx';
import { CustomerCredit } from '../features/admin/customer-credit.tsx';
import { DropForm } from '../features/admin/drop-form.tsx';
import { GiftCardButton } from '../features/admin/gift-card-button.tsx';
import { MessagePanel } from '../features/admin/message-panel.tsx';
import { OrderEdit } from '../features/admin/order-edit.tsx';
import { OrderNotes } from '../features/admin/order-notes.tsx';
import { OrderPanel } from '../features/admin/order-panel.tsx';
import { OrderRefund } from '../features/admin/order-refund.tsx';
import { OrderReturns } from '../features/admin/order-returns.tsx';
import { OrderActionBar } from '../features/admin/order-transition-buttons.tsx';
import { ProductForm } from '../features/admin/product-form.tsx';
import { PromotionPanel } from '../features/admin/promotion-panel.tsx';
import { ReviewPanel } from '../features/admin/review-panel.tsx';
import { RolesPanel } from '../features/admin/roles-panel.tsx';
import { StockPanel } from '../features/admin/stock-panel.tsx';
import { StoreSettingsPanel } from '../features/admin/store-settings.tsx';
import { toAuthFailure, toSettingsFailure } from '../features/auth/auth-messages.ts';
import { authSlice } from '../features/auth/auth-slice.ts';
import { NewPasswordForm } from '../features/auth/new-password-form.tsx';
import { GuestStockAlert } from '../features/catalog/stock-alert.tsx';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { AddressStep, DeliveryStep } from '../features/checkout/checkout-steps.tsx';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { RedeemForm } from '../features/credit/redeem-form.tsx';
import { EnterForm } from '../features/drops/drop-panel.tsx';
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx';
import { OrderActions } from '../features/orders/order-actions.tsx';
import { PromotionField } from '../features/promotions/promotion-field.tsx';
import { ReviewForm } from '../features/reviews/review-form.tsx';
import type { BackendRequest } from '../firebase/request.ts';
import { toastSlice } from '../lib/toast-slice.ts';
import { Component as LoginPage } from '../routes/login.tsx';
import { Component as RegisterPage } from '../routes/register.tsx';
import { sessionSlice, sessionStarted } from '../session/session-slice.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** The requests of the forms, and their responses: none until the test settles it. */
const backend = vi.hoisted(() => {
  const sent: unknown[] = [];
  let settle: ((failure: Failure | undefined) => void)[] = [];
  return {
    sent,
    send: (request: unknown) => {
      sent.push(request);
      return new Promise<Failure | undefined>((resolve) => settle.push(resolve));
    },
    settle: (failure?: Failure) => {
      for (const resolve of settle) resolve(failure);
      settle = [];
    },
  };
});

const REVIEW = { id: 'r1', title: 'Fine', content: 'Soft.', userName: 'Ada', rating: 4, productId: 'tee' };
const CATEGORY = { id: 'apparel', name: 'Apparel', image: '/art/a.webp', description: '', featured: false };
const READS: Readonly<Record<string, unknown>> = {
  'users/u1': { id: 'u1', addresses: [] },
  categories: [CATEGORY],
  reviews: [REVIEW as unknown as Review],
  hiddenReviews: [],
  'settings/store/versions': [],
  contactMessages: [
    { id: 'm1', name: 'Ada', email: 'ada@example.com', subject: 'The fox', message: 'Is it friendly?' },
  ],
  staff: [],
  ledger: [],
  'orders/o1/notes': [],
  'products/tee/stockMovements': [],
};
const STANDARD = { id: 'standard', workingDays: { min: 3, max: 5 }, cents: 599, paidCents: 599 } as const;

/** The fields of any callable's response. */
const RESPONSE = { created: 1, updated: 0, unchanged: 0, errors: [] };
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    if (request.op === 'get' || request.op === 'query' || request.op === 'file')
      return { data: READS[request.path] ?? null };
    if (request.op === 'call' && request.name === 'readPromotions') return { data: { promotions: [] } };
    if (request.op === 'call' && request.name === 'readOrderEmails') return { data: { emails: [] } };
    const error = await backend.send(request);
    return error === undefined ? { data: RESPONSE } : { error };
  },
}));
vi.mock('../firebase/sdk-client.ts', () => ({
  subscribeToDocument: async () => () => {},
  subscribeToQuery: async () => () => {},
}));
async function operation(...given: unknown[]): Promise<void> {
  const failure = await backend.send(given);
  if (failure !== undefined) throw failure;
}
vi.mock('../features/auth/identity.ts', () => ({
  signIn: operation,
  signUp: operation,
  sendPasswordReset: operation,
}));
vi.mock('../features/auth/action-codes.ts', () => ({ resetPassword: operation, isDeadLink: () => false }));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', role: 'owner' } as const;
const ORDER = { id: 'o1', userId: 'u1', status: 'paid', timeline: [], lines: [] } as unknown as Order;
const SHIPPED_ORDER = {
  ...ORDER,
  status: 'shipped',
  address: { name: 'Ada', line1: '1 Way', city: 'Town', postalCode: '1', country: 'US' },
  createdAt: '2026-11-01T12:00:00.000Z',
  ...{ subtotalCents: 4500, shippingCents: 500, taxCents: 0, totalCents: 5000 },
} as unknown as Order;
const RETURNABLE_ORDER = {
  ...{ ...SHIPPED_ORDER, status: 'delivered' },
  lines: [{ id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45, quantity: 2 }],
  returns: [
    {
      ...{ number: 1, state: 'requested', reason: 'faulty', outcome: 'exchange', events: [] },
      units: [{ id: 'tee', quantity: 1 }],
    },
  ],
} as unknown as Order;
const PRODUCT = {
  id: 'tee',
  name: 'Tee',
  price: 45,
  image: '/art/tee.webp',
  images: ['/art/tee.webp'],
  category: 'apparel',
  description: '',
  features: [],
  specifications: {},
  featured: false,
  variants: [{ stock: 5 }],
  status: 'active',
} as unknown as Product;

const DROP = {
  ...{ id: 'fox', kind: 'draw', limitPerPerson: 2 },
  earlyAccess: { hours: 2, hasCode: true },
} as unknown as HeardDrop;

interface FormCase {
  /** The form's accessible name. */
  readonly name: string;
  /** The source file with the <Form>. */
  readonly file: string;
  readonly element: ReactNode;
  /** A button that opens the form. */
  readonly opener?: string | RegExp;
  /** Values that make an initially valid form invalid. */
  readonly spoil?: Readonly<Record<string, string>>;
  /** The labels of the controls that are then invalid, in order. */
  readonly invalid: readonly string[];
  /** Valid values by label. */
  readonly valid: Readonly<Record<string, string>>;
  readonly submit: string;
  /** True if the form closes, or the next one opens, before the backend responds. */
  readonly isOptimistic?: boolean;
  /** A backend failure about one control, by its label. */
  readonly fieldFailure?: readonly [label: string, failure: Failure];
  readonly isFreeToLeave?: boolean;
}

const rejected = (field: string): Failure => ({
  code: 'invalid-argument',
  message: 'The server does not take this.',
  details: { field },
});
const TOO_LONG = 'x'.repeat(600);
const ADDRESS = {
  Country: 'DE',
  'Street address': '1 Respawn Road',
  'Postal code': '10115',
  City: 'Berlin',
};
const onDone = () => {
  void backend.send('done');
};

const FORMS: readonly FormCase[] = [
  {
    name: 'Login',
    file: 'features/auth/auth-form.tsx',
    element: <LoginPage />,
    invalid: ['Email', 'Password'],
    valid: { Email: 'ada@example.com', Password: ' secret ' },
    submit: 'Log in',
    isFreeToLeave: true,
  },
  {
    name: 'Reset password',
    file: 'features/auth/auth-form.tsx',
    element: <LoginPage />,
    opener: 'Forgot your password?',
    invalid: ['Email'],
    valid: { Email: 'ada@example.com' },
    submit: 'Send the link',
    fieldFailure: ['Email', { code: 'auth/invalid-email', message: '' }],
    isFreeToLeave: true,
  },
  {
    name: 'Choose a new password',
    file: 'features/auth/new-password-form.tsx',
    element: <NewPasswordForm code="code" email="ada@example.com" onSaved={() => undefined} />,
    invalid: ['New password'],
    valid: { 'New password': 'secret' },
    submit: 'Save the new password',
    fieldFailure: ['New password', { code: 'auth/weak-password', message: '' }],
    isFreeToLeave: true,
  },
  {
    name: 'Register',
    file: 'features/auth/auth-form.tsx',
    element: <RegisterPage />,
    invalid: ['Display name', 'Email', 'Password'],
    valid: { 'Display name': 'Ada', Email: 'ada@example.com', Password: 'secret' },
    submit: 'Create account',
    fieldFailure: ['Password', { code: 'auth/weak-password', message: '' }],
    isFreeToLeave: true,
  },
  {
    name: 'Profile',
    file: 'features/account/profile-form.tsx',
    element: <ProfileForm user={USER} onSave={operation} toFailure={toAuthFailure} />,
    spoil: { 'Display name': ' ', 'Photo (optional)': 'http://example.com/a.png' },
    invalid: ['Display name', 'Photo (optional)'],
    valid: { 'Display name': 'Grace', 'Photo (optional)': 'https://example.com/a.png' },
    submit: 'Save profile',
  },
  {
    name: 'Email address',
    file: 'features/account/profile-form.tsx',
    element: <EmailForm user={USER} onRequest={operation} toFailure={toSettingsFailure} />,
    spoil: { 'New email address': 'nobody' },
    invalid: ['New email address', 'Current password'],
    valid: { 'New email address': 'new@example.com', 'Current password': 'secret' },
    submit: 'Change email address',
    fieldFailure: ['Current password', { code: 'auth/wrong-password', message: '' }],
  },
  {
    name: 'Password',
    file: 'features/account/profile-form.tsx',
    element: <PasswordForm onSave={operation} toFailure={toSettingsFailure} />,
    invalid: ['Current password', 'New password'],
    valid: { 'Current password': 'secret', 'New password': 'secret-2' },
    submit: 'Change password',
    fieldFailure: ['Current password', { code: 'auth/wrong-password', message: '' }],
  },
  {
    name: 'Delete account',
    file: 'features/account/profile-form.tsx',
    element: <DeleteAccountForm onDelete={operation} toFailure={toSettingsFailure} />,
    invalid: ['Type DELETE to confirm'],
    valid: { 'Type DELETE to confirm': 'DELETE' },
    submit: 'Delete my account',
    isFreeToLeave: true,
  },
  {
    name: 'New address',
    file: 'features/account/address-book.tsx',
    element: <AddressBook uid="u1" />,
    opener: 'Add an address',
    invalid: ['Full name', 'Country', 'Street address', 'Postal code', 'City'],
    valid: { 'Full name': 'Ada', ...ADDRESS },
    submit: 'Save address',
    isOptimistic: true,
  },
  {
    name: 'Contact and address',
    file: 'features/checkout/checkout-steps.tsx',
    element: <AddressStep onContinue={onDone} email="a@example.com" saved={[]} />,
    spoil: { 'Phone (optional)': TOO_LONG },
    invalid: ['Full name', 'Country', 'Street address', 'Postal code', 'City', 'Phone (optional)'],
    valid: { 'Full name': 'Ada', ...ADDRESS, 'Phone (optional)': '+1 555' },
    submit: 'Continue to delivery',
    isOptimistic: true,
    isFreeToLeave: true,
  },
  {
    name: 'Delivery',
    file: 'features/checkout/checkout-steps.tsx',
    element: <DeliveryStep onContinue={onDone} options={[STANDARD]} />,
    spoil: { 'Order note (optional)': TOO_LONG },
    invalid: ['Order note (optional)'],
    valid: { 'Order note (optional)': 'Ring twice' },
    submit: 'Continue to review',
    isOptimistic: true,
    isFreeToLeave: true,
  },
  {
    name: 'Email me when it is back',
    file: 'features/catalog/stock-alert.tsx',
    element: <GuestStockAlert productId="tee" size="M" />,
    invalid: ['Email me when size M is back'],
    valid: { 'Email me when size M is back': 'ada@example.com' },
    submit: 'Email me',
    fieldFailure: ['Email me when size M is back', rejected('email')],
    isFreeToLeave: true,
  },
  {
    name: 'Write a review',
    file: 'features/reviews/review-form.tsx',
    element: <ReviewForm productId="tee" sizes={['M']} onSaved={() => undefined} />,
    invalid: ['Rating', 'Title', 'Review'],
    valid: { Rating: '5', Title: 'Soft', Review: 'Very.', 'How it fits': 'true' },
    submit: 'Publish review',
    fieldFailure: ['Title', rejected('title')],
  },
  {
    name: 'Redeem a gift card',
    file: 'features/credit/redeem-form.tsx',
    element: <RedeemForm />,
    invalid: ['Gift card code'],
    valid: { 'Gift card code': '7k2m 9qxa 40tb zr8d' },
    submit: 'Redeem',
    fieldFailure: ['Gift card code', rejected('code')],
    isFreeToLeave: true,
  },
  {
    name: 'Enter the drop',
    file: 'features/drops/drop-panel.tsx',
    element: <EnterForm drop={DROP} isEarly />,
    spoil: { 'Code for early access': '!' },
    invalid: ['Code for early access'],
    valid: { 'Code for early access': 'early-birds', 'How many': '2' },
    submit: 'Enter the draw',
    fieldFailure: ['Code for early access', rejected('code')],
    isFreeToLeave: true,
  },
  {
    name: 'New drop',
    file: 'features/admin/drop-form.tsx',
    element: <DropForm drop={undefined} products={[PRODUCT]} onClose={() => undefined} />,
    spoil: { 'Hours before it opens': 'soon' },
    invalid: ['Title', 'Product', 'Numbered units', 'Opens', 'Closes', 'Hours before it opens'],
    valid: {
      ...{ Title: 'The fox', Product: 'tee', 'Numbered units': '50' },
      ...{ Opens: '2027-01-01T12:00', Closes: '2027-01-02T12:00', 'Hours before it opens': '2' },
    },
    submit: 'Announce',
    fieldFailure: ['Numbered units', rejected('drop.units')],
  },
  {
    name: 'Give store credit',
    file: 'features/admin/customer-credit.tsx',
    element: <CustomerCredit uid="u1" />,
    opener: 'Give store credit',
    spoil: { 'Amount in $': '0' },
    invalid: ['Amount in $', 'Reason'],
    valid: { 'Amount in $': '10.50', Reason: 'Late parcel' },
    submit: 'Give credit',
    fieldFailure: ['Amount in $', rejected('cents')],
  },
  {
    name: 'Correct the stock',
    file: 'features/admin/stock-panel.tsx',
    element: <StockPanel product={{ id: 'tee', name: 'Tee', variants: [{ size: 'M', stock: 5 }] }} />,
    opener: 'Correct the stock',
    spoil: { Units: '0' },
    invalid: ['Units', 'Why'],
    valid: { Units: '-3', Why: 'Damaged' },
    submit: 'Correct',
    fieldFailure: ['Units', rejected('units')],
  },
  {
    name: 'Issue a gift card',
    file: 'features/admin/gift-card-button.tsx',
    element: <GiftCardButton />,
    opener: 'Issue a gift card',
    spoil: { 'Email address (optional)': 'nobody' },
    invalid: ['Amount in $', 'Reason', 'Email address (optional)'],
    valid: { 'Amount in $': '25', Reason: 'Prize', 'Email address (optional)': 'ada@example.com' },
    submit: 'Issue the card',
    fieldFailure: ['Amount in $', rejected('cents')],
  },
  {
    name: 'Contact',
    file: 'features/contact/contact-form.tsx',
    element: <ContactForm />,
    spoil: { Name: '', Email: 'nobody' },
    invalid: ['Name', 'Email', 'Subject', 'Message'],
    valid: { Name: 'Ada', Email: 'ada@example.com', Subject: 'The fox', Message: 'Is it friendly?' },
    submit: 'Send message',
    fieldFailure: ['Email', rejected('email')],
  },
  {
    name: 'Stay Updated',
    file: 'features/newsletter/newsletter-form.tsx',
    element: <NewsletterForm />,
    invalid: ['Email address'],
    valid: { 'Email address': 'ada@example.com' },
    submit: 'Subscribe',
    fieldFailure: ['Email address', rejected('email')],
    isFreeToLeave: true,
  },
  {
    name: 'Enter a promo code',
    file: 'features/promotions/promotion-field.tsx',
    element: <PromotionField code={null} problem={undefined} isChecking={false} applied={undefined} />,
    invalid: ['Promo code'],
    valid: { 'Promo code': 'welcome10' },
    submit: 'Apply',
    fieldFailure: ['Promo code', rejected('code')],
    isFreeToLeave: true,
  },
  {
    name: 'Cancel this order?',
    file: 'features/orders/order-actions.tsx',
    element: <OrderActions order={ORDER} />,
    opener: 'Cancel order',
    spoil: { 'Reason (optional)': TOO_LONG },
    invalid: ['Reason (optional)'],
    valid: { 'Reason (optional)': 'Wrong size' },
    submit: 'Cancel the order',
    isOptimistic: true,
  },
  {
    name: 'Return or exchange',
    file: 'features/orders/return-request.tsx',
    element: <OrderActions order={RETURNABLE_ORDER} />,
    opener: 'Return or exchange',
    spoil: { 'Tell us more (optional)': TOO_LONG },
    invalid: ['Reason', 'Tell us more (optional)'],
    valid: { Reason: 'other', 'Tell us more (optional)': 'Too red' },
    submit: 'Request the return',
    fieldFailure: ['Tee', rejected('units.0')],
    isFreeToLeave: true,
  },
  {
    name: 'Approve return',
    file: 'features/admin/order-returns.tsx',
    element: <OrderReturns order={RETURNABLE_ORDER} mayDecide />,
    opener: 'Approve return',
    invalid: ['Return instructions'],
    valid: { 'Return instructions': 'To 1 Way, Town' },
    submit: 'Approve return',
    fieldFailure: ['The customer gets', rejected('outcome')],
    isFreeToLeave: true,
  },
  {
    name: 'Product',
    file: 'features/admin/product-form.tsx',
    element: <ProductForm product={PRODUCT} categories={[CATEGORY]} onSaved={() => {}} />,
    spoil: { Name: '', 'Price in $': 'free', 'Picture 1': 'a photo', 'Stock 1': 'many' },
    invalid: ['Name', 'Picture 1', 'Stock 1', 'Price in $'],
    valid: { Name: 'Tee 2', 'Price in $': '40', 'Picture 1': '/art/tee.webp', 'Stock 1': '7' },
    submit: 'Save',
    fieldFailure: ['Stock 1', rejected('product.variants.0.stock')],
  },
  {
    name: 'Apparel',
    file: 'features/admin/category-panel.tsx',
    element: <CategoryPanel />,
    opener: 'Edit Apparel',
    spoil: { Name: '', Picture: 'a photo' },
    invalid: ['Name', 'Picture'],
    valid: { Name: 'Clothes', Picture: '/art/b.webp' },
    submit: 'Save',
    fieldFailure: ['Picture', rejected('category.image')],
  },
  {
    name: 'Reply to Ada',
    file: 'features/admin/message-panel.tsx',
    element: <MessagePanel />,
    opener: 'Reply to The fox',
    invalid: ['Reply'],
    valid: { Reply: 'It is friendly.' },
    submit: 'Send reply',
    fieldFailure: ['Reply', rejected('reply')],
  },
  {
    name: 'Bulk edit',
    file: 'features/admin/bulk-edit.tsx',
    element: (
      <BulkEdit
        selected={[PRODUCT]}
        categories={[CATEGORY]}
        onApply={async (patches) => backend.send(patches)}
      />
    ),
    spoil: { Price: 'free' },
    invalid: ['Price'],
    valid: { Price: '-10%' },
    submit: 'Change all selected',
  },
  {
    name: 'Hide this review?',
    file: 'features/admin/review-panel.tsx',
    element: <ReviewPanel />,
    opener: /^Hide review/,
    invalid: ['Reason'],
    valid: { Reason: 'Spam' },
    submit: 'Hide review',
    fieldFailure: ['Reason', rejected('reason')],
  },
  {
    name: 'Cancel',
    file: 'features/admin/order-transition-buttons.tsx',
    element: <OrderActionBar order={ORDER} />,
    opener: /^Cancel/,
    invalid: ['Reason'],
    valid: { Reason: 'Out of stock' },
    submit: 'Cancel',
    fieldFailure: ['Reason', rejected('reason')],
  },
  {
    name: 'Mark shipped',
    file: 'features/admin/order-transition-buttons.tsx',
    element: <OrderActionBar order={{ ...ORDER, status: 'packed' }} />,
    opener: 'Mark shipped',
    spoil: { 'Tracking link (optional)': 'somewhere' },
    invalid: ['Tracking link (optional)'],
    valid: { 'Tracking link (optional)': 'https://courier.example/1' },
    submit: 'Mark shipped',
    fieldFailure: ['Tracking link (optional)', rejected('trackingUrl')],
  },
  {
    name: 'Partial refund',
    file: 'features/admin/order-refund.tsx',
    element: <OrderRefund order={{ ...ORDER, totalCents: 5000 }} paidCents={5000} />,
    opener: 'Partial refund',
    spoil: { 'Amount in $': 'all' },
    invalid: ['Amount in $', 'Reason'],
    valid: { 'Amount in $': '10.50', Reason: 'A loose thread' },
    submit: 'Refund this amount',
    fieldFailure: ['Amount in $', rejected('amountCents')],
  },
  {
    name: 'Edit the order',
    file: 'features/admin/order-edit.tsx',
    element: <OrderEdit order={{ ...ORDER, lines: RETURNABLE_ORDER.lines }} />,
    opener: 'Edit order',
    spoil: { Tee: '0' },
    invalid: ['Tee'],
    valid: { Tee: '1', 'Reason (optional)': 'As you asked' },
    submit: 'Review changes',
    fieldFailure: ['Tee', rejected('lines.0.quantity')],
    isFreeToLeave: true,
  },
  {
    name: 'Delivery address',
    file: 'components/address-correction.tsx',
    element: (
      <AddressCorrection
        order={{ ...SHIPPED_ORDER, status: 'paid' }}
        packedMessage="It is packed."
        packedNote="Packed: ask us."
        onSave={async (address) => toCallableFailure(await backend.send(address), 'That did not work.')}
      />
    ),
    opener: 'Correct the address',
    spoil: { 'Full name': '', 'Street address': '' },
    invalid: ['Full name', 'Street address', 'State', 'ZIP code'],
    valid: {
      'Full name': 'Ada',
      'Street address': '1 Way',
      State: 'CA',
      'ZIP code': '90210',
    },
    submit: 'Save address',
    fieldFailure: ['Country', rejected('address.country')],
    isFreeToLeave: true,
  },
  {
    name: 'Store',
    file: 'features/admin/settings-editor.tsx',
    element: <StoreSettingsPanel />,
    spoil: { 'Sender name': '', 'Address 1': 'http://example.com' },
    invalid: ['Sender name', 'Address 1'],
    valid: { 'Sender name': 'Our shop', 'Address 1': 'https://example.com/us' },
    submit: 'Publish',
    fieldFailure: ['Address 1', rejected('social.0.url')],
  },
  {
    name: 'New note',
    file: 'features/admin/order-notes.tsx',
    element: <OrderNotes orderId="o1" />,
    invalid: ['New note'],
    valid: { 'New note': 'Called.' },
    submit: 'Add note',
    fieldFailure: ['New note', rejected('text')],
  },
  {
    name: 'Tracking link',
    file: 'features/admin/order-panel.tsx',
    element: <OrderPanel order={SHIPPED_ORDER} />,
    spoil: { 'Tracking link': 'somewhere' },
    invalid: ['Tracking link'],
    valid: { 'Tracking link': 'https://courier.example/1' },
    submit: 'Save',
    fieldFailure: ['Tracking link', rejected('trackingUrl')],
  },
  {
    name: 'New promotion',
    file: 'features/admin/promotion-form.tsx',
    element: <PromotionPanel />,
    opener: 'New promotion',
    spoil: { 'Code (optional)': 'no', 'Uses in all (optional)': 'many' },
    invalid: ['Name', 'Code (optional)', 'Percent off', 'Uses in all (optional)'],
    valid: {
      Name: 'Summer',
      'Code (optional)': 'SUMMER',
      'Percent off': '10',
      'Uses in all (optional)': '100',
    },
    submit: 'Save',
    fieldFailure: ['Code (optional)', rejected('promotion.code')],
  },
  {
    name: 'Assign a role',
    file: 'features/admin/roles-panel.tsx',
    element: <RolesPanel />,
    invalid: ['Email address'],
    valid: { 'Email address': 'grace@example.com', Role: 'editor' },
    submit: 'Assign role',
    fieldFailure: ['Email address', rejected('account')],
  },
];

/** With `isStaff`, somebody with every permission is signed in. */
function openPage(element: ReactNode, isStaff = false) {
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      toasts: toastSlice.reducer,
      session: sessionSlice.reducer,
      auth: authSlice.reducer,
      checkout: checkoutSlice.reducer,
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(shopApi.middleware),
  });
  if (isStaff) store.dispatch(sessionStarted(USER));
  const page = (
    <Provider store={store}>
      {element}
      <h3 id="write-review">Write a review</h3>
      <Toasts />
    </Provider>
  );
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

/** Renders the form of a case and finds its parts. */
async function openForm({ element, file, opener, name, submit }: FormCase) {
  const router = openPage(element, file.startsWith('features/admin/'));
  if (opener !== undefined) fireEvent.click(await screen.findByRole('button', { name: opener }));
  const form = await screen.findByRole('form', { name });
  const control = (label: string) => within(form).getByLabelText(label);
  const fill = (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) {
      fireEvent.change(control(label), { target: { value } });
    }
  };
  const button = () => within(form).getByRole('button', { name: submit });
  const press = () => fireEvent.click(button());
  return { router, form, control, fill, press };
}

const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const invalidControls = (form: HTMLElement) => [...form.querySelectorAll('[aria-invalid="true"]')];
const pressedButton = (form: HTMLElement) => form.querySelector('[aria-busy="true"]');
/** True if the browser would ask before closing the page. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

// Forms load these with their first submit, which is slow while other tests are compiled.
beforeAll(async () => {
  await Promise.all([import('../lib/in-its-country.ts'), import('@savepoint/model/address-rules')]);
});
beforeEach(() => {
  localStorage.clear();
  // No country: addresses start without one.
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  backend.sent.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  backend.settle();
});

describe.each(FORMS)('the form "$name" of $file', (given) => {
  it('shows an error at each invalid field, focuses the first, announces their number, and sends nothing, until all fields are corrected', async () => {
    const { form, control, fill, press } = await openForm(given);
    fill(given.spoil ?? {});
    press();
    await waitFor(() => expect(invalidControls(form)).toEqual(given.invalid.map(control)));
    for (const label of given.invalid) expect(descriptionOf(control(label))).toMatch(/\S/);
    await waitFor(() => expect(document.activeElement).toBe(invalidControls(form)[0]));
    const count = given.invalid.length;
    expect(form.querySelector('[aria-live]')?.textContent).toBe(
      count === 1 ? 'Check the highlighted field.' : `Check the ${count} highlighted fields.`,
    );
    expect(backend.sent).toEqual([]);
    const [first = ''] = given.invalid;
    fill({ [first]: given.valid[first] ?? 'M' });
    expect(control(first).getAttribute('aria-invalid')).toBeNull();
    expect(invalidControls(form)).toHaveLength(given.invalid.length - 1);
    fill(given.valid);
    press();
    await waitFor(() => expect(backend.sent).toHaveLength(1));
  });

  if (!given.isOptimistic)
    it('is pending until the response, ignores a second submit, keeps the values after a failure, and focuses its message', async () => {
      const { form, control, fill, press } = await openForm(given);
      fill(given.valid);
      press();
      fireEvent.submit(form);
      await waitFor(() => expect(backend.sent).toHaveLength(1));
      expect(pressedButton(form)).not.toBeNull();
      fireEvent.submit(form);
      await act(async () => backend.settle({ code: 'internal', message: 'INTERNAL' }));
      await waitFor(() => expect(pressedButton(form)).toBeNull());
      expect(backend.sent).toHaveLength(1);
      const alert = await within(form).findByRole('alert');
      expect(alert.textContent).toMatch(/\S/);
      await waitFor(() => expect(document.activeElement).toBe(alert));
      for (const [label, value] of Object.entries(given.valid)) {
        expect((control(label) as HTMLInputElement).value).toBe(value);
      }
    });

  if (given.fieldFailure)
    it('shows a failure at the field that the server names, and focuses it', async () => {
      const [label = '', failure] = given.fieldFailure ?? [];
      const { control, fill, press } = await openForm(given);
      fill(given.valid);
      press();
      await waitFor(() => expect(backend.sent).toHaveLength(1));
      await act(async () => backend.settle(failure));
      await waitFor(() => expect(document.activeElement).toBe(control(label)));
      expect(control(label).getAttribute('aria-invalid')).toBe('true');
      expect(descriptionOf(control(label))).toMatch(/\S/);
    });

  it(`${given.isFreeToLeave ? 'never asks' : 'asks while it has unsaved changes'} before the shopper leaves`, async () => {
    const { router, control, fill } = await openForm(given);
    expect(asksBeforeUnload()).toBe(false);
    const before = Object.keys(given.valid).map((label) => [
      label,
      (control(label) as HTMLInputElement).value,
    ]);
    fill(given.valid);
    expect(asksBeforeUnload()).toBe(!given.isFreeToLeave);
    await act(() => router.navigate('/elsewhere'));
    if (!given.isFreeToLeave) {
      expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull();
      const question = screen.getByRole('dialog', { name: 'Leave without saving?' });
      fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
      fill(Object.fromEntries(before));
      expect(asksBeforeUnload()).toBe(false);
      await act(() => router.navigate('/elsewhere'));
    }
    expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeDefined();
    expect(asksBeforeUnload()).toBe(false);
  });
});

describe('the CSV import', () => {
  const choose = (content: string) => {
    const file = new File([content], 'products.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } });
  };

  const imported = (data: object) => ({
    op: 'call',
    name: 'importProducts',
    data: expect.objectContaining(data),
  });

  it('shows the error of an invalid file at its field, focuses it, and sends nothing', async () => {
    openPage(<CsvImport onDone={() => {}} />);
    choose('name,colour\nTee,red\n');
    const field = screen.getByLabelText('CSV file');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(descriptionOf(field)).toMatch(/colour/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(backend.sent).toEqual([]);
  });

  it('reads a file once, writes it once however often the button is pressed, and says why it was not written', async () => {
    openPage(<CsvImport onDone={() => {}} />);
    choose(formatProducts([PRODUCT]));
    await waitFor(() => expect(backend.sent).toEqual([imported({ dryRun: true })]));
    await act(async () => backend.settle());
    const write = await screen.findByRole('button', { name: 'Import 1 product' });
    fireEvent.click(write);
    fireEvent.click(write);
    await waitFor(() => expect(backend.sent).toHaveLength(2));
    expect(backend.sent[1]).toEqual(imported({ dryRun: false }));
    await act(async () => backend.settle({ code: 'internal', message: 'The shop is closed.' }));
    const alert = within(screen.getByRole('form', { name: 'Import' })).getByRole('alert');
    expect(alert.textContent).toBe('The shop is closed.');
    expect(document.activeElement).toBe(alert);
    expect(backend.sent).toHaveLength(2);
  });
});

describe('the sources', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
  );
  const filesWith = (pattern: RegExp) =>
    sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).sort();

  it('have one file that renders a <form>', () => {
    expect(filesWith(/<form\b/)).toEqual(['components/form.tsx']);
  });

  it('have no <Form> that is not tested here', () => {
    const asked = [
      ...FORMS.map(({ file }) => file),
      'features/admin/csv-import.tsx',
      // It has its own test, because its items are chosen.
      'features/admin/manual-order-form.tsx',
    ];
    expect(filesWith(/<Form\s+form=/)).toEqual([...new Set(asked)].sort());
  });
});
