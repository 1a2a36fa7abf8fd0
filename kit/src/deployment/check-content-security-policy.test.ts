import { expect, test } from 'vitest';
import { inlineScriptHashes } from './check-content-security-policy.ts';

test('hashes what a browser would run, exactly as it is written', () => {
  // Known answer: echo -n "alert('Hello, world.');" | openssl dgst -sha256 -binary | base64
  expect(inlineScriptHashes("<p></p><script>alert('Hello, world.');</script>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ]);
});

test('leaves scripts with a source, modules and data alone', () => {
  const html = `<script src="/a.js"></script><script type="module" src="/b.js"></script>
    <script type="application/ld+json">{}</script>`;
  expect(inlineScriptHashes(html)).toEqual([]);
});
