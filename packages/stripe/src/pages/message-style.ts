/** Styles of pages with one message, in addition to those of the layout. */
export const MESSAGE_STYLE = `
body {
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 20px;
}
main {
  width: 100%;
  max-width: 460px;
  padding: 36px 32px;
  text-align: center;
}
main h1 {
  font-size: 1.5rem;
  line-height: 1.25;
  margin: 16px 0 10px;
}
main .button {
  margin-top: 12px;
  width: 100%;
}
main p + form,
main p + .button {
  margin-top: 24px;
}
.sign {
  width: 64px;
  height: 64px;
  border-radius: 50%;
  display: grid;
  place-items: center;
  margin: 0 auto;
  font-size: 1.75rem;
  font-weight: 700;
  background: var(--accent-soft);
  color: var(--accent);
}
.sign.good {
  background: var(--good-soft);
  color: var(--good);
}
.sign.warn {
  background: var(--warn-soft);
  color: var(--warn);
}
.bank {
  text-align: left;
}
.bank .head {
  display: flex;
  justify-content: space-between;
  align-items: center;
  padding-bottom: 16px;
  border-bottom: 1px solid var(--line);
  font-weight: 700;
}
.bank dl {
  margin: 16px 0 24px;
}
.bank dl div {
  display: flex;
  justify-content: space-between;
  gap: 16px;
  padding: 6px 0;
}
.bank dd {
  font-weight: 600;
  text-align: right;
}
`;
