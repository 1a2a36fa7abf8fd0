// The layout of every page. A page loads no other resources: fonts are the system's, and styles and
// scripts are inline with a nonce.

import { randomBytes } from 'node:crypto';
import { html, raw } from 'hono/html';
import { LAYOUT_STYLE } from './layout-style.ts';

/**
 * A rendered template: HTML that another template includes without escaping. Other values are
 * escaped.
 */
export type Html = ReturnType<typeof html>;

/** A complete HTTP response with a page or a redirect. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Html | '';
}

/**
 * Renders a page. `style` and `script` are added to the common ones; `status` is 200 unless given.
 */
export function page(options: {
  readonly title: string;
  readonly content: Html;
  readonly style?: string;
  readonly script?: string;
  readonly status?: number;
}): Page {
  const { title, content, style = '', script, status = 200 } = options;
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // No form-action: browsers also apply it to the redirect after a form, which may lead to
      // another origin.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data: http://localhost:* http://127.0.0.1:*; base-uri 'none'`,
      // Not no-referrer: browsers would then send forms with `Origin: null`, which the server
      // rejects.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <meta name="robots" content="noindex">
          <link rel="icon" href="data:,">
          <title>${title}</title>
          <style nonce="${nonce}">${raw(LAYOUT_STYLE + style)}</style>
        </head>
        <body>
          ${content}
          ${script && html`<script nonce="${nonce}">${raw(script)}</script>`}
        </body>
      </html>`,
  };
}

/** Redirects the browser to a URL, which it opens with GET. */
export function redirectTo(url: string): Page {
  return { status: 303, headers: { location: url, 'cache-control': 'no-store' }, body: '' };
}
