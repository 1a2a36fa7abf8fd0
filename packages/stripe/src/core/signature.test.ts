import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { signatureHeader } from './signature.ts';

const BODY = '{"id":"evt_test_webhook","object":"event","type":"checkout.session.completed"}';

describe('signatureHeader', () => {
  it('returns the expected signature of a body, secret and timestamp', () => {
    expect(signatureHeader(BODY, ['whsec_test_secret'], 1_700_000_000)).toBe(
      't=1700000000,v1=1fa73ff7286785daa8168695a709e92ce31d02a9202648cb27a1c5f2e233f517',
    );
  });

  it('can be verified by the SDK with both secrets while one is being rolled, but with no other', () => {
    const { webhooks } = new Stripe('sk_test_1');
    const now = Math.floor(Date.now() / 1000);
    const header = signatureHeader(BODY, ['whsec_old', 'whsec_new'], now);
    expect(webhooks.constructEvent(BODY, header, 'whsec_old').id).toBe('evt_test_webhook');
    expect(webhooks.constructEvent(BODY, header, 'whsec_new').id).toBe('evt_test_webhook');
    expect(() => webhooks.constructEvent(BODY, header, 'whsec_other')).toThrow(/signature/i);
    expect(() => webhooks.constructEvent(`${BODY} `, header, 'whsec_old')).toThrow(/signature/i);
  });
});
