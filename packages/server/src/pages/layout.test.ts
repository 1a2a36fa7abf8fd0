import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { page, redirectTo } from './layout.ts';

describe('page', () => {
  it('allows only its own styles and scripts, under a nonce that differs per page', () => {
    const nonces = [1, 2].map(() => {
      const { headers, body } = page({ title: 't', content: html``, script: 'run()' });
      const nonce = /script-src 'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
      expect(String(body)).toContain(`<script nonce="${nonce}">run()</script>`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('escapes the title and responds with 200 unless another status is given', () => {
    const { status, body } = page({ title: '<a>', content: html`` });
    expect(status).toBe(200);
    expect(String(body)).toContain('<title>&lt;a&gt;</title>');
    expect(page({ title: 't', content: html``, status: 404 }).status).toBe(404);
  });
});

describe('redirectTo', () => {
  it('responds with 303, so that the browser opens the URL with GET', () => {
    expect(redirectTo('/next')).toMatchObject({ status: 303, headers: { location: '/next' } });
  });
});
