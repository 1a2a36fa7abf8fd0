import type { Response } from 'express';
import type { Request } from 'firebase-functions/https';
import { renderInboxPage, type StoredMail } from './inbox-page.ts';

interface InboxOptions {
  /** False in production: the inbox has no access control, and nobody may read the emails. */
  readonly isEnabled: boolean;
  /** The origin of pages that may frame the inbox; none if absent. */
  readonly frameAncestor?: string | undefined;
  /** Origins of the pictures in emails. */
  readonly imageOrigins?: readonly string[];
  /** The newest emails first. */
  readonly readMails: () => Promise<readonly StoredMail[]>;
  /** Each kind of email with sample data. */
  readonly readTemplates: () => Promise<readonly StoredMail[]>;
}

/**
 * Emails contain links to reset passwords: no other page may read them, no cache may store them,
 * and no linked site may learn of them.
 */
const HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Serves the emails of the `mail` collection, or every kind of email with `?view=templates`; as
 * HTML, or as JSON with `?format=json`. Responds with 404 if the inbox is disabled, and with 405 to
 * methods except GET and HEAD. The guard of the Functions emulator has already rejected requests
 * from other sites.
 */
export async function serveInbox(
  { isEnabled, frameAncestor = "'none'", imageOrigins = [], readMails, readTemplates }: InboxOptions,
  request: Pick<Request, 'method' | 'query'>,
  response: Pick<Response, 'status' | 'set' | 'send' | 'json'>,
): Promise<void> {
  if (!isEnabled) {
    response.status(404).send('Not found');
    return;
  }
  response.set({
    ...HEADERS,
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${imageOrigins.join(' ') || "'none'"}; frame-src 'self' about:; frame-ancestors ${frameAncestor}`,
  });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD').status(405).send('Only GET and HEAD are allowed.');
    return;
  }
  const view = request.query.view === 'templates' ? 'templates' : 'inbox';
  const mails = await (view === 'templates' ? readTemplates() : readMails());
  if (request.query.format === 'json') {
    response.json(mails);
    return;
  }
  response.send(renderInboxPage(mails, view));
}
