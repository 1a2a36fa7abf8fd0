/**
 * Styles of every page. The contrast is at least 4.5 for text and at least 3 for borders of
 * controls (WCAG 2 AA).
 */
export const LAYOUT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f8;
  --card: #fff;
  --ink: #171a2b;
  --soft: #565b75;
  --line: #dfe2ec;
  --edge: #858ba6;
  --accent: #4b3fe0;
  --accent-ink: #fff;
  --accent-soft: #eeecff;
  --bad: #b3182c;
  --bad-soft: #fdecee;
  --good: #12704a;
  --good-soft: #e4f6ed;
  --warn: #7a4b00;
  --warn-soft: #fff2d6;
  --radius: 14px;
  --shadow: 0 1px 2px rgb(20 22 40 / 0.06), 0 12px 32px rgb(20 22 40 / 0.07);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f111a;
    --card: #181b28;
    --ink: #eef0fa;
    --soft: #a6acc6;
    --line: #2b3044;
    --edge: #6f7695;
    --accent: #8f86ff;
    --accent-ink: #110d33;
    --accent-soft: #262447;
    --bad: #ff8d99;
    --bad-soft: #3a1a21;
    --good: #6fdca9;
    --good-soft: #12332a;
    --warn: #ffcf7a;
    --warn-soft: #3a2c10;
    --shadow: 0 1px 2px rgb(0 0 0 / 0.4), 0 12px 32px rgb(0 0 0 / 0.35);
  }
}
* {
  box-sizing: border-box;
}
html {
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font:
    16px / 1.5 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Liberation Sans",
    sans-serif;
  font-variant-numeric: tabular-nums;
}
h1,
h2,
p,
ul,
ol,
dl,
dd,
fieldset {
  margin: 0;
  padding: 0;
}
ul {
  list-style: none;
}
fieldset {
  border: 0;
  min-width: 0;
}
a {
  color: var(--accent);
}
.soft {
  color: var(--soft);
}
.small {
  font-size: 0.875rem;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 8px;
}
.skip {
  position: absolute;
  left: -9999px;
}
.skip:focus {
  left: 16px;
  top: 16px;
  background: var(--card);
  padding: 12px 16px;
  z-index: 1;
}
.card {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  box-shadow: var(--shadow);
}
label,
legend {
  display: block;
  font-weight: 600;
  font-size: 0.9375rem;
  margin-bottom: 6px;
  padding: 0;
}
input {
  width: 100%;
  min-height: 48px;
  padding: 10px 14px;
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 10px;
}
input::placeholder {
  color: var(--soft);
  opacity: 1;
}
input[readonly] {
  background: var(--ground);
  color: var(--soft);
}
input[aria-invalid=true] {
  border-color: var(--bad);
  box-shadow: 0 0 0 1px var(--bad);
}
.error {
  color: var(--bad);
  font-size: 0.9375rem;
  margin-top: 6px;
}
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-height: 44px;
  padding: 10px 18px;
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  color: var(--ink);
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 10px;
  cursor: pointer;
}
.button:hover {
  border-color: var(--accent);
}
.button.primary {
  min-height: 54px;
  width: 100%;
  font-size: 1.0625rem;
  color: var(--accent-ink);
  background: var(--accent);
  border-color: var(--accent);
}
.button.primary:hover {
  filter: brightness(1.08);
}
.button[aria-disabled="true"] {
  opacity: 0.75;
  cursor: progress;
}
.notice {
  display: flex;
  gap: 12px;
  padding: 14px 16px;
  border-radius: 10px;
  background: var(--bad-soft);
  color: var(--bad);
}
.notice.warn {
  background: var(--warn-soft);
  color: var(--warn);
}
.notice.good {
  background: var(--good-soft);
  color: var(--good);
}
.badge {
  display: inline-block;
  padding: 2px 10px;
  border-radius: 99px;
  font-size: 0.8125rem;
  font-weight: 600;
  background: var(--warn-soft);
  color: var(--warn);
  white-space: nowrap;
}
.badge.good {
  background: var(--good-soft);
  color: var(--good);
}
.badge.bad {
  background: var(--bad-soft);
  color: var(--bad);
}
.badge.plain {
  background: var(--accent-soft);
  color: var(--accent);
}
@media (prefers-reduced-motion: no-preference) {
  .spin {
    animation: spin 0.8s linear infinite;
  }
}
@keyframes spin {
  to {
    transform: rotate(1turn);
  }
}
.spin {
  width: 18px;
  height: 18px;
  border-radius: 50%;
  border: 3px solid currentColor;
  border-right-color: transparent;
}
[hidden] {
  display: none !important;
}
`;
