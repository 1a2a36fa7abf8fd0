/** Styles of the inspector, in addition to those of the layout. */
export const INSPECTOR_STYLE = `
header,
main {
  max-width: 1080px;
  margin: 0 auto;
  padding: 24px 20px 0;
}
h1 {
  font-size: 1.625rem;
}
h2 {
  font-size: 1.125rem;
  margin-bottom: 12px;
}
h3 {
  font-size: 0.9375rem;
  margin: 12px 0 0;
}
h2 .soft,
h3 .soft {
  font-weight: 400;
}
main {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding-bottom: 48px;
}
section {
  padding: 20px;
  min-width: 0;
}
.row {
  display: flex;
  gap: 8px;
  flex-wrap: wrap;
  margin-top: 12px;
}
.scroll {
  overflow-x: auto;
  position: relative;
}
table {
  border-collapse: collapse;
  width: 100%;
  min-width: 560px;
}
th {
  font-size: 0.8125rem;
  color: var(--soft);
  text-align: left;
  padding: 6px 12px 6px 0;
}
td {
  border-top: 1px solid var(--line);
  padding: 10px 12px 10px 0;
  vertical-align: middle;
  overflow-wrap: anywhere;
}
td:last-child {
  text-align: right;
  padding-right: 0;
}
td .button,
.badge,
td code {
  white-space: nowrap;
}
#deliveries + .scroll table {
  min-width: 860px;
}
code {
  font:
    0.875rem ui-monospace,
    "Liberation Mono",
    monospace;
}
pre {
  overflow: auto;
  max-height: 420px;
  background: var(--ground);
  padding: 14px;
  border-radius: 10px;
  font:
    0.8125rem / 1.5 ui-monospace,
    "Liberation Mono",
    monospace;
}
.events li {
  border-top: 1px solid var(--line);
}
summary > * {
  overflow-wrap: anywhere;
  min-width: 0;
}
summary {
  min-height: 44px;
  display: flex;
  gap: 10px;
  align-items: center;
  flex-wrap: wrap;
  cursor: pointer;
}
.visually {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
`;
