// An email in its two parts: HTML (email-html.ts), and the same content as plain text.
import {
  contactSentence,
  describeLine,
  type EmailContent,
  FOOTER_LINKS,
  type MailShop,
  reasonSentence,
} from './email-content.ts';
import { renderEmailHtml } from './email-html.ts';

export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The email with both of its parts. Line breaks in the subject become spaces. */
export function renderEmail(content: EmailContent, shop: MailShop): Email {
  const whole = { ...content, subject: toSingleLine(content.subject) };
  return { subject: whole.subject, text: renderText(whole, shop), html: renderEmailHtml(whole, shop) };
}

/** A subject with line breaks could inject headers. */
function toSingleLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

/** Rows of label and value, aligned in columns. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd()).join('\n');
}

function renderText(content: EmailContent, shop: MailShop): string {
  const { heading, greeting, paragraphs, steps, action, lines = [], sums = [], facts = [] } = content;
  const { quote, closing, unsubscribeUrl } = content;
  return [
    heading,
    greeting ?? '',
    ...paragraphs,
    steps?.names.map((name, index) => `[${index < steps.done ? 'x' : ' '}] ${name}`).join('  ') ?? '',
    action ? `${action.label}: ${action.url}` : '',
    columns([...lines.map((line) => [describeLine(line), line.amount ?? ''] as const), ...sums]),
    ...facts.map(({ label, lines: values }) => [`${label}:`, ...values].join('\n')),
    ...(quote ? [quote.label, quote.paragraphs.map((paragraph) => `> ${paragraph}`).join('\n')] : []),
    closing ?? '',
    contactSentence(shop),
    FOOTER_LINKS.map(([label, path]) => `${label}: ${shop.url}${path}`).join('\n'),
    [shop.name, ...shop.postalAddress].join('\n'),
    reasonSentence(content),
    unsubscribeUrl === undefined ? '' : `Unsubscribe: ${unsubscribeUrl}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
