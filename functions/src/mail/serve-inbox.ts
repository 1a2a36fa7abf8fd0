import type { Response } from 'express';
import type { Request } from 'firebase-functions/https';
import { renderInboxPage, type StoredMail } from './inbox-page.ts';

interface InboxOptions {
  /**
   * False in production: the inbox has no access control, and without it nobody can read the
   * emails.
   */
  readonly isEnabled: boolean;
  /** The origin of pages that may show the inbox in a frame; no page may when absent. */
  readonly frameAncestor?: string | undefined;
  /** Origins of the pictures in emails. */
  readonly imageOrigins?: readonly string[];
  /** The newest emails first. */
  readonly readMails: () => Promise<readonly StoredMail[]>;
  /** Each kind of email with made-up data. */
  readonly readTemplates: () => Promise<readonly StoredMail[]>;
}

/**
 * Emails have links for new passwords: no other page may read them, no cache keep them, no link's
 * target learn of them.
 */
const HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Serves the emails of the `mail` collection, or every kind of email with `?view=templates`; as
 * HTML, or as JSON with `?format=json`. Responds with 404 where the inbox is disabled, and with 405
 * for anything but GET and HEAD. The guard of the Functions emulator has rejected what another site
 * has sent.
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
