import { describe, expect, it } from 'vitest';
import { escapeHtml, Html, html } from './html.ts';

describe('html', () => {
  it('escapes text that is put in, also in an attribute', () => {
    const text = `<b title="x">&'`;
    expect(html`<i class="${text}">${text}</i>`.text).toBe(
      `<i class="${escapeHtml(text)}">${escapeHtml(text)}</i>`,
    );
    expect(escapeHtml(text)).not.toMatch(/[<>"']/);
  });

  it('leaves nested templates and Html values as they are', () => {
    expect(html`<p>${html`<b>${'&'}</b>`}${new Html('<hr>')}</p>`.text).toBe('<p><b>&#38;</b><hr></p>');
  });

  it('joins lists and leaves out null, undefined and false', () => {
    expect(html`${['a', html`<br>`, 1]}|${null}${undefined}${false}|${0}`.text).toBe('a<br>1||0');
  });
});
