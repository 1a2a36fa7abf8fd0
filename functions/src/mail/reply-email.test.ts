import { describe, expect, it } from 'vitest';
import { replyEmail } from './reply-email.ts';

describe('replyEmail', () => {
  it('has a paragraph for each line of the reply, escaped in HTML', () => {
    const { html, text } = replyEmail('Hello,\n\nit <is> in stock.');
    expect(html).toContain('<p style="line-height:1.5">Hello,</p>');
    expect(html).toContain('it &#60;is&#62; in stock.');
    expect(text).toContain('Hello,\n\nit <is> in stock.');
  });
});
