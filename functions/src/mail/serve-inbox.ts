import type { Response } from 'express';
import type { Request } from 'firebase-functions/https';
import { renderInboxPage, type StoredMail } from './inbox-page.ts';

interface InboxOptions {
  /** False in production: the inbox has no access control, and without it nobody can read the emails. */
  readonly isEnabled: boolean;
  /** The newest emails first. */
  readonly readMails: () => Promise<readonly StoredMail[]>;
}

/**
 * Serves the emails of the `mail` collection, as HTML or with `?format=json` as JSON; 404 where the inbox is disabled, 405 for anything
 * but GET and HEAD.
 */
export async function serveInbox(
  { isEnabled, readMails }: InboxOptions,
  request: Pick<Request, 'method' | 'query'>,
  response: Pick<Response, 'status' | 'set' | 'send' | 'json'>,
): Promise<void> {
  if (!isEnabled) {
    response.status(404).send('Not found');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD').status(405).send('Only GET and HEAD are allowed.');
    return;
  }
  const mails = await readMails();
  if (request.query.format === 'json') {
    response.json(mails);
    return;
  }
  response
    .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' about:")
    .send(renderInboxPage(mails));
}
