import { describe, expect, it } from 'vitest';
import { inlineScriptHashes } from './check-content-security-policy.ts';

describe('inlineScriptHashes', () => {
  it('returns the hash that a browser computes for an inline script', () => {
    // Expected value: echo -n "alert('Hello, world.');" | openssl dgst -sha256 -binary | base64
    expect(inlineScriptHashes("<p></p><script>alert('Hello, world.');</script>")).toEqual([
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    ]);
  });

  it('ignores scripts with a src, modules and data blocks', () => {
    const html = `<script src="/a.js"></script><script type="module" src="/b.js"></script>
    <script type="application/ld+json">{}</script>`;
    expect(inlineScriptHashes(html)).toEqual([]);
  });
});
