import { randomInt } from 'node:crypto';
import { DashboardRequestSchema } from '@savepoint/model/dashboard';
import { VisitReportSchema } from '@savepoint/model/visit';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { callable } from '../callable/callable.ts';
import { clientNetwork } from '../callable/client-network.ts';
import { functionSettings } from '../config/function-settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { log } from '../logs/log.ts';
import { SHARDS } from './analytics-records.ts';
import * as sales from './count-order.ts';
import { networkLimiter } from './network-limiter.ts';
import * as dashboard from './read-dashboard.ts';
import * as visits from './record-visit.ts';

/** Many people may share a network; this stops a script that pretends to be all of them. */
const mayRecord = networkLimiter({ purpose: 'recordVisit', burst: 60, perHour: 600 });
/** Larger than the longest report of a browser. */
const REPORT_BYTES_MAX = 4096;

/**
 * Counts a visit; see record-visit.ts. Browsers send the report as they leave, with `sendBeacon`,
 * as text, which needs no CORS preflight, and ignore the response.
 */
export const recordVisit = onRequest(
  { ...functionSettings('recordVisit'), cors: false },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST').status(405).send('Only POST is allowed.');
      return;
    }
    const network = clientNetwork(request.headers['x-forwarded-for'] as string | undefined) ?? 'unknown';
    const now = new Date();
    if (!mayRecord(network, now)) {
      response.status(429).send('Too many visits from this network.');
      return;
    }
    const report = parseReport(request.rawBody);
    if (report === undefined) {
      response.status(400).send('The body is not a report of a visit.');
      return;
    }
    try {
      await visits.recordVisit(firestoreDocumentStore(database()), report, now, randomInt(SHARDS));
      response.status(204).send();
    } catch (error) {
      log.error('visit-not-counted', {}, error);
      response.status(503).send('Not counted.');
    }
  },
);

function parseReport(body: Buffer | undefined) {
  if (body === undefined || body.length > REPORT_BYTES_MAX) return undefined;
  try {
    return VisitReportSchema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

/** Updates the sales figures after a change of an order; see count-order.ts. */
export const onSaleChanged = onDocumentWritten(
  { ...functionSettings('onSaleChanged'), document: 'orders/{orderId}', retry: true },
  async (event) => {
    await sales.countOrder(firestoreDocumentStore(database()), event.params.orderId);
  },
);

/** The numbers of the dashboard that the caller's role may see. */
export const readDashboard = callable({
  name: 'readDashboard',
  access: 'openDashboard',
  schema: DashboardRequestSchema,
  handle: ({ days }, { role }) => dashboard.readDashboard(database(), role, days, new Date()),
});
