import { onSchedule } from 'firebase-functions/scheduler';
import { readOwnAddress } from '../callable/own-address.ts';
import { functionSettings } from '../config/function-settings.ts';
import { auth, database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { readMailShop } from './mail-shop.ts';
import * as reminders from './reminders.ts';

/**
 * Sends reminders of abandoned carts and expiring payment links, and asks for reviews of delivered
 * orders; see reminders.ts.
 */
export const sendReminders = onSchedule(
  { ...functionSettings('sendReminders'), schedule: 'every 60 minutes' },
  async () => {
    const sent = await reminders.sendReminders({
      db: database(),
      shop: await readMailShop(database()),
      now: new Date(),
      readAddress: (uid) => readOwnAddress(auth(), uid),
    });
    if (sent.carts + sent.reviews + sent.payments > 0) log.info('reminders-sent', sent);
  },
);
