/** Styles of the payment form, in addition to those of the layout. */
export const PAYMENT_STYLE = `
.split {
  display: grid;
  min-height: 100vh;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
}
.order {
  background: var(--ground);
  border-right: 1px solid var(--line);
}
.order .inner {
  max-width: 460px;
  margin-left: auto;
  padding: 48px 56px 48px 24px;
}
.pane {
  background: var(--card);
  padding: 48px 24px 48px 56px;
}
.pane > * {
  max-width: 460px;
}
.top {
  display: flex;
  justify-content: space-between;
  align-items: center;
  margin-bottom: 36px;
  gap: 12px;
}
.top .badge {
  margin-left: auto;
}
.back {
  margin-left: -14px;
  border-color: transparent;
  background: none;
  color: var(--ink);
}
.back:hover {
  background: var(--card);
}
.total {
  font-size: 2.75rem;
  line-height: 1.15;
  font-weight: 700;
  letter-spacing: -0.02em;
  margin-bottom: 32px;
}
.lines li {
  display: grid;
  grid-template-columns: 56px minmax(0, 1fr) auto;
  gap: 16px;
  padding: 14px 0;
  align-items: start;
}
.lines img,
.tile {
  width: 56px;
  height: 56px;
  border-radius: 10px;
  object-fit: cover;
  background: var(--accent-soft);
  color: var(--accent);
  display: grid;
  place-items: center;
  font-weight: 700;
  font-size: 1.25rem;
}
.name {
  font-weight: 600;
  overflow-wrap: anywhere;
}
.what .small {
  overflow-wrap: anywhere;
  display: -webkit-box;
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  overflow: hidden;
}
.amount {
  font-weight: 600;
  white-space: nowrap;
}
.sums {
  border-top: 1px solid var(--line);
  margin-top: 14px;
  padding-top: 14px;
}
.sums div {
  display: flex;
  justify-content: space-between;
  gap: 16px;
  padding: 6px 0;
}
.sums dd {
  white-space: nowrap;
}
.sums .due {
  font-weight: 700;
  border-top: 1px solid var(--line);
  margin-top: 8px;
  padding-top: 14px;
}
h1 {
  font-size: 1.5rem;
  line-height: 1.25;
  margin-bottom: 20px;
}
#declined .notice {
  margin-bottom: 20px;
}
.field {
  margin-bottom: 18px;
}
.field .error:empty {
  display: none;
}
.pair {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px;
}
.fill {
  margin-bottom: 22px;
  padding: 16px;
  border: 1px dashed var(--edge);
  border-radius: 12px;
}
.chips {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
}
.chip {
  padding: 8px 14px;
  font-size: 0.9375rem;
  font-weight: 500;
  gap: 8px;
}
.shipping {
  margin-bottom: 22px;
}
.choice {
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 52px;
  padding: 8px 14px;
  font-weight: 500;
  border: 1px solid var(--edge);
  border-radius: 10px;
  margin-bottom: 8px;
}
.choice input {
  width: 20px;
  min-height: 20px;
  height: 20px;
  accent-color: var(--accent);
  margin: 0;
}
.choice .amount {
  margin-left: auto;
}
.choice:has(:checked) {
  border-color: var(--accent);
  background: var(--accent-soft);
}
.visually {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
.foot {
  margin-top: 18px;
  text-align: center;
}
@media (max-width: 860px) {
  .split {
    display: block;
  }
  .order {
    border-right: 0;
    border-bottom: 1px solid var(--line);
  }
  .order .inner,
  .pane {
    max-width: 560px;
    margin: 0 auto;
    padding: 24px 20px;
  }
  .order {
    border: 0;
  }
  .pane > * {
    max-width: none;
  }
  .split {
    background: var(--card);
  }
  .top {
    margin-bottom: 20px;
  }
  .total {
    font-size: 2.25rem;
    margin-bottom: 16px;
  }
}
`;
