// The single layout of all emails. Tables and inline styles, because mail programs support little
// else; the style sheet is only for dark mode and narrow screens.
import { html } from 'hono/html';
import {
  contactSentence,
  type EmailContent,
  type EmailLine,
  FOOTER_LINKS,
  type MailShop,
  reasonSentence,
} from './email-content.ts';

type Html = ReturnType<typeof html>;

const BRAND = '#5a2df5';
const INK = '#16121f';
const SOFT = '#5f5a6e';
const LINE = '#e5e1ef';
const PAGE = '#f3f1f8';
const FONT = 'font-family:Helvetica,Arial,sans-serif;';

const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:${BRAND}}
@media (max-width:480px){.card{padding:24px 20px!important}.half{display:block!important;width:100%!important}}
@media (prefers-color-scheme:dark){
.page{background:#14101f!important}.card{background:#1e1930!important}
.ink,.ink td,h1{color:#f4f2ff!important}.soft,.soft a{color:#b9b3cf!important}
.line{border-color:#3a3352!important}.todo{background:#3a3352!important}a{color:#b7a4ff}
}`;

/** The HTML part of an email. */
export function renderEmailHtml(content: EmailContent, shop: MailShop): string {
  const { subject, heading, greeting, paragraphs, action, quote, closing, lines = [], sums = [] } = content;
  const words = greeting === undefined ? paragraphs : [greeting, ...paragraphs];
  return `${html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background:${PAGE}">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? heading}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${PAGE};${FONT}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0 4px 16px"><a href="${shop.url}/" style="text-decoration:none"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:10px"><img src="${shop.url}/art/icon-192.png" width="32" height="32" alt="" style="display:block;border-radius:7px"></td>
<td class="ink" style="font-size:18px;font-weight:700;letter-spacing:.12em;color:${INK}">${shop.name.toUpperCase()}</td></tr></table></a></td></tr>
<tr><td class="card ink" style="padding:36px 40px;background:#ffffff;border-top:6px solid ${BRAND};border-radius:4px;color:${INK};font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;color:${INK}">${heading}</h1>
${words.map(paragraph)}
${renderSteps(content)}
${content.pictures?.map((url) => html`<p style="margin:20px 0"><img src="${url}" width="240" height="300" alt="" style="display:block;border-radius:4px;object-fit:cover"></p>`)}
${action && renderButton(action)}
${lines.length > 0 && renderLines(lines)}
${sums.length > 0 && renderSums(sums)}
${renderFacts(content)}
${quote && html`<p class="soft" style="margin:24px 0 8px;color:${SOFT}">${quote.label}</p><blockquote class="soft line" style="margin:0;padding-left:14px;border-left:3px solid ${LINE};color:${SOFT}">${quote.paragraphs.map(paragraph)}</blockquote>`}
${closing && html`<p class="soft" style="margin:24px 0 0;color:${SOFT};font-size:14px">${closing}</p>`}
</td></tr>
${renderFooter(content, shop)}
</table></td></tr></table></body></html>`}`;
}

const paragraph = (text: string): Html => html`<p style="margin:0 0 14px">${text}</p>`;

const renderButton = ({ label, url }: { readonly label: string; readonly url: string }): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:22px 0 8px"><tr><td style="background:${BRAND};border-radius:4px"><a href="${url}" style="display:inline-block;padding:14px 26px;color:#ffffff;font-weight:700;text-decoration:none">${label}</a></td></tr></table>`;

/** A progress bar of four parts for an order. */
function renderSteps({ steps }: EmailContent): Html | undefined {
  if (steps === undefined) return undefined;
  const width = `${100 / steps.names.length}%`;
  const cells = steps.names.map((name, index) => {
    const isDone = index < steps.done;
    return html`<td width="${width}" valign="top" style="padding-right:6px;font-size:13px"><div class="${isDone ? '' : 'todo'}" style="height:6px;margin-bottom:8px;border-radius:3px;background:${isDone ? BRAND : LINE};font-size:0;line-height:6px">&nbsp;</div><span class="${isDone ? 'ink' : 'soft'}" style="color:${isDone ? INK : SOFT};font-weight:${index === steps.done - 1 ? '700' : '400'}">${name}</span></td>`;
  });
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 8px"><tr>${cells}</tr></table>`;
}

const renderLines = (lines: readonly EmailLine[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:24px;border-collapse:collapse">${lines.map(
    ({ name, detail, quantity, amount, imageUrl }) =>
      html`<tr class="ink" style="color:${INK}">${
        imageUrl !== undefined &&
        html`<td class="line" width="72" style="padding:12px 16px 12px 0;border-top:1px solid ${LINE}"><img src="${imageUrl}" width="72" height="90" alt="" style="display:block;border-radius:3px;object-fit:cover"></td>`
      }<td class="line" style="padding:12px 0;border-top:1px solid ${LINE}"><b>${name}</b><br><span class="soft" style="color:${SOFT};font-size:14px">${detail !== undefined && `${detail} · `}Qty ${quantity}</span></td><td class="line" align="right" style="padding:12px 0;border-top:1px solid ${LINE};white-space:nowrap">${amount}</td></tr>`,
  )}</table>`;

const renderSums = (sums: readonly (readonly [string, string])[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="border-top:1px solid ${LINE};padding-top:8px">${sums.map(
    ([label, value], index) => {
      const weight = index === sums.length - 1 ? '700' : '400';
      return html`<tr class="ink" style="color:${INK};font-weight:${weight}"><td style="padding:5px 0">${label}</td><td align="right" style="padding:5px 0">${value}</td></tr>`;
    },
  )}</table>`;

function renderFacts({ facts = [] }: EmailContent): Html | undefined {
  if (facts.length === 0) return undefined;
  const width = `${100 / facts.length}%`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:24px"><tr>${facts.map(
    ({ label, lines }) =>
      html`<td class="half" width="${width}" valign="top" style="padding:0 12px 12px 0"><div class="soft" style="color:${SOFT};font-size:13px">${label}</div>${lines.map((line) => html`<div>${line}</div>`)}</td>`,
  )}</tr></table>`;
}

function renderFooter(content: EmailContent, shop: MailShop): Html {
  const { unsubscribeUrl } = content;
  const links = [
    ...FOOTER_LINKS.map(([label, path]) => [label, `${shop.url}${path}`] as const),
    ...(unsubscribeUrl === undefined ? [] : [['Unsubscribe', unsubscribeUrl] as const]),
  ];
  const contact = `${shop.url}/contact`;
  const [before, ...after] = contactSentence(shop).split(contact);
  const soft = (text: string) => html`<p style="margin:0 0 10px">${text}</p>`;
  return html`<tr><td class="soft" style="padding:24px 4px;color:${SOFT};font-size:13px;line-height:1.5">
<p style="margin:0 0 10px">${before}${after.map((rest) => html`<a href="${contact}" style="color:${SOFT}">${contact}</a>${rest}`)}</p>
<p style="margin:0 0 10px">${links.map(([label, url], index) => html`${index > 0 && ' · '}<a href="${url}" style="color:${SOFT}">${label}</a>`)}</p>
${soft([shop.name, ...shop.postalAddress].join(', '))}
${soft(reasonSentence(content))}
</td></tr>`;
}
