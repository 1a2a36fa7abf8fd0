/** Styles of the shop pages, in addition to those of the layout. */
export const SHOP_STYLE = `
header {
  max-width: 1200px;
  margin: 0 auto;
  padding: 16px 20px 0;
  display: flex;
  gap: 16px;
  align-items: center;
}
.brand {
  font-weight: 700;
  color: inherit;
  text-decoration: none;
  min-height: 44px;
  display: flex;
  align-items: center;
}
main {
  max-width: 1200px;
  margin: 0 auto;
  padding: 12px 20px 48px;
  display: grid;
  gap: 20px;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  align-items: start;
}
section {
  padding: 20px;
  min-width: 0;
}
#live {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
}
h1 {
  font-size: 1.5rem;
  line-height: 1.25;
  overflow-wrap: anywhere;
}
h1 .soft {
  font-weight: 400;
}
h2 {
  font-size: 1.125rem;
}
.search {
  display: flex;
  gap: 8px;
  margin: 16px 0;
}
.search input {
  min-width: 0;
}
.products li {
  border-top: 1px solid var(--line);
}
.products a {
  display: grid;
  grid-template-columns: 48px minmax(0, 1fr) auto;
  gap: 14px;
  align-items: center;
  padding: 10px 0;
  min-height: 44px;
  color: inherit;
  text-decoration: none;
}
.products a:hover .name {
  text-decoration: underline;
}
.products img {
  border-radius: 8px;
  background: var(--accent-soft);
}
.stock {
  display: grid;
  justify-items: end;
  gap: 2px;
}
.name {
  overflow-wrap: anywhere;
}
.pages,
.row {
  display: flex;
  gap: 12px;
  align-items: center;
  flex-wrap: wrap;
  margin-top: 16px;
}
.edit {
  display: grid;
  gap: 8px;
  margin-top: 16px;
}
.edit label {
  margin: 8px 0 0;
}
textarea,
select {
  width: 100%;
  min-height: 48px;
  padding: 10px 14px;
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 10px;
}
.pair {
  display: grid;
  grid-template-columns: 1fr 2fr;
  gap: 16px;
}
.scroll {
  overflow-x: auto;
  position: relative;
}
table {
  border-collapse: collapse;
  width: 100%;
  margin-top: 8px;
}
th {
  text-align: left;
  font-weight: 600;
  font-size: 0.9375rem;
  padding: 6px 12px 6px 0;
}
td {
  padding: 6px 0 6px 8px;
}
td input {
  min-width: 90px;
}
.row .button.primary {
  width: auto;
  flex: 1;
}
.danger {
  color: var(--bad);
  border-color: var(--bad);
}
.notice {
  margin-top: 12px;
}
.deliveries {
  list-style: none;
}
.deliveries li {
  border-top: 1px solid var(--line);
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
  align-items: start;
  padding: 6px 0;
}
summary {
  min-height: 44px;
  display: flex;
  gap: 8px;
  align-items: center;
  flex-wrap: wrap;
  cursor: pointer;
}
summary > * {
  overflow-wrap: anywhere;
  min-width: 0;
}
code {
  font:
    0.8125rem ui-monospace,
    "Liberation Mono",
    monospace;
  overflow-wrap: anywhere;
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
  margin: 8px 0;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
@media (max-width: 860px) {
  main {
    grid-template-columns: minmax(0, 1fr);
  }
  .pair {
    grid-template-columns: minmax(0, 1fr);
  }
}
`;
