import { settingsPath, settingsValue } from '@savepoint/model/settings';
import type { Firestore } from 'firebase-admin/firestore';
import { shopUrl, supportEmail } from '../config/settings.ts';
import type { MailShop } from './email-content.ts';

/** The sender of the emails, from the published settings. */
export async function readMailShop(db: Firestore): Promise<MailShop> {
  const stored = await db.doc(settingsPath('store')).get();
  const { senderName, returnAddress } = settingsValue('store', stored.data() ?? null);
  return {
    url: shopUrl(),
    name: senderName,
    postalAddress: returnAddress.split('\n').filter((line) => line.trim() !== ''),
    supportEmail: supportEmail(),
  };
}
