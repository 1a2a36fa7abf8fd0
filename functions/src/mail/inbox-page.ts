import { html } from 'hono/html';

/** A document of `mail`, in the format of Firebase's Trigger Email extension. */
export interface MailDocument {
  readonly to: readonly string[];
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
  /** Additional header fields. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The reply address; defaults to the sender of all emails. */
  readonly replyTo?: string;
  readonly createdAt: Date;
}

export type StoredMail = MailDocument & { readonly id: string };

/** The content of the page: the queued emails, or each kind of email with sample data. */
export type InboxView = 'inbox' | 'templates';

/** The query of each view's page, and the heading above its emails. */
const VIEWS = {
  inbox: ['?', 'Inbox', 'Emails that production would have sent, newest first.'],
  templates: [
    '?view=templates',
    'Templates',
    'Every email of the shop with made-up data. None of them is sent.',
  ],
} as const satisfies Readonly<Record<InboxView, readonly [string, string, string]>>;

const LINE_CHARACTERS = 60;
/** The height of an email's header and footer. */
const FRAME_HEIGHT = 260;
const LINE_HEIGHT = 28;
const PICTURE_HEIGHT = 120;

/**
 * Pixels for the whole email, estimated generously from its content: the inbox has no scripts to
 * measure it.
 */
function frameHeight({ text, html: markup }: MailDocument['message']): number {
  const lines = text.split('\n').map((line) => 1 + Math.floor(line.length / LINE_CHARACTERS));
  const pictures = markup.split('<img').length - 1;
  return (
    FRAME_HEIGHT + PICTURE_HEIGHT * pictures + LINE_HEIGHT * lines.reduce((sum, count) => sum + count, 0)
  );
}

const STYLES = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem}
nav a{margin-right:1rem}nav a[aria-current]{font-weight:700;color:inherit;text-decoration:none}
article{border:1px solid #ccc;border-radius:12px;padding:1rem;margin:1rem 0}iframe{width:100%;border:0;background:#f3f1f8}
pre{white-space:pre-wrap}`;

/**
 * The mail inbox as HTML: each email's HTML in a sandboxed frame without scripts, and its text
 * below. The frames keep the inbox's origin: from an opaque one, followed links would look like
 * requests of a foreign page, which the shop rejects.
 */
export function renderInboxPage(mails: readonly StoredMail[], view: InboxView = 'inbox'): string {
  const [, title, introduction] = VIEWS[view];
  const links = Object.entries(VIEWS).map(
    ([name, [query, label]]) =>
      html`<a href="${query}" ${name === view ? html`aria-current="page"` : ''}>${label}</a>`,
  );
  const emails = mails.map(
    ({ id, to, message }) => html`<article id="${id}">
<h2>${message.subject}</h2><p>To ${to.join(', ')}</p>
<iframe sandbox="allow-same-origin allow-popups allow-top-navigation-by-user-activation" title="${message.subject}" height="${frameHeight(message)}" srcdoc="${message.html.replace('<head>', '<head><base target="_top">')}"></iframe>
<details><summary>Plain text</summary><pre>${message.text}</pre></details></article>`,
  );
  return `${html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLES}</style></head><body><h1>${title}</h1>
<nav aria-label="Emails">${links}</nav><p>${introduction}</p>${emails.length > 0 ? emails : html`<p>No emails yet.</p>`}</body></html>`}`;
}
