import { escapeHtml } from './email.ts';

/** A document of `mail`, in the format of Firebase's Trigger Email extension. */
export interface MailDocument {
  readonly to: readonly string[];
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
  /** Header fields of the email in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where answers go; to the sender of all emails when absent. */
  readonly replyTo?: string;
  readonly createdAt: Date;
}

export type StoredMail = MailDocument & { readonly id: string };

const LINE_CHARACTERS = 60;

/**
 * Pixels that show the whole email, estimated generously from its text: the inbox has no scripts to
 * measure it.
 */
function frameHeight(text: string): number {
  const lines = text.split('\n').map((line) => 1 + Math.floor(line.length / LINE_CHARACTERS));
  return 200 + 28 * lines.reduce((sum, count) => sum + count, 0);
}

/**
 * The mail inbox as HTML: each email's HTML in a sandboxed frame without scripts, and its text
 * below. The frames keep the inbox's origin: of an opaque one, the shop would take a link that is
 * followed for the request of a foreign page, and reject it.
 */
export function renderInboxPage(mails: readonly StoredMail[]): string {
  const emails = mails
    .map(
      ({ id, to, message }) => `<article id="${escapeHtml(id)}">
<h2>${escapeHtml(message.subject)}</h2><p>To ${escapeHtml(to.join(', '))}</p>
<iframe sandbox="allow-same-origin allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(message.subject)}" height="${frameHeight(message.text)}" srcdoc="${escapeHtml(message.html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<details><summary>Plain text</summary><pre>${escapeHtml(message.text)}</pre></details></article>`,
    )
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title><style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem}
article{border:1px solid #ccc;border-radius:12px;padding:1rem;margin:1rem 0}iframe{width:100%;border:0;background:#f4f4f7}
pre{white-space:pre-wrap}</style></head><body><h1>Inbox</h1>
<p>Emails that production would have sent, newest first.</p>${emails || '<p>No emails yet.</p>'}</body></html>`;
}
