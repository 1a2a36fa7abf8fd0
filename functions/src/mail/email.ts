// The layout of every email: HTML, and the same content as plain text. All content is escaped,
// because names and notes are user input.

export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The content of an email, in reading order. */
interface EmailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What the reader wrote. */
  readonly quote?: { readonly label: string; readonly paragraphs: readonly string[] };
  /** Rows of label and value. */
  readonly table?: readonly (readonly [string, string])[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly closing?: string;
  /**
   * The page on which the reader leaves the list that the email was sent to. Absent in emails that
   * answer what the reader did.
   */
  readonly unsubscribeUrl?: string;
}

const SHOP_NAME = 'Savepoint';

/** The email with both of its parts. Line breaks in the subject become spaces. */
export function renderEmail(content: EmailContent): Email {
  return { subject: toSingleLine(content.subject), text: renderText(content), html: renderHtml(content) };
}

/** Text as HTML, safe in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A subject with line breaks could inject headers. */
function toSingleLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

function renderText({
  heading,
  paragraphs,
  quote,
  table = [],
  action,
  closing,
  unsubscribeUrl,
}: EmailContent): string {
  const width = Math.max(0, ...table.map(([label]) => label.length));
  return [
    heading,
    ...paragraphs,
    ...(quote ? [quote.label, quote.paragraphs.map((paragraph) => `> ${paragraph}`).join('\n')] : []),
    table.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    closing ?? '',
    unsubscribeUrl === undefined ? '' : `Unsubscribe: ${unsubscribeUrl}`,
    SHOP_NAME,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderHtml({
  subject,
  heading,
  paragraphs,
  quote,
  table = [],
  action,
  closing,
  unsubscribeUrl,
}: EmailContent): string {
  const rows = table
    .map(
      ([label, value]) =>
        `<tr><td style="padding:6px 0;color:#555">${escapeHtml(label)}</td><td style="padding:6px 0;text-align:right">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(toSingleLine(subject))}</title></head>
<body style="margin:0;background:#f4f4f7;font-family:Helvetica,Arial,sans-serif;color:#14141f">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff">
<p style="font-weight:700;letter-spacing:.08em">${SHOP_NAME.toUpperCase()}</p>
<h1 style="font-size:22px">${escapeHtml(heading)}</h1>
${renderParagraphs(paragraphs)}
${quote ? `<p style="color:#555">${escapeHtml(quote.label)}</p><blockquote style="margin:0;padding-left:12px;border-left:3px solid #ccc;color:#555">${renderParagraphs(quote.paragraphs)}</blockquote>` : ''}
${rows === '' ? '' : `<table role="presentation" style="width:100%;border-collapse:collapse">${rows}</table>`}
${action ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#14141f;color:#fff;text-decoration:none;border-radius:8px">${escapeHtml(action.label)}</a></p>` : ''}
${closing ? `<p style="color:#555">${escapeHtml(closing)}</p>` : ''}
${unsubscribeUrl === undefined ? '' : `<p style="color:#555;font-size:13px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#555">Unsubscribe</a></p>`}
</div></body></html>`;
}

function renderParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.map((paragraph) => `<p style="line-height:1.5">${escapeHtml(paragraph)}</p>`).join('\n');
}
