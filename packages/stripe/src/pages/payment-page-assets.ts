// The script only adds convenience. Without it the server handles the test card buttons, and a form
// submitted twice still charges once.

export const PAYMENT_STYLE = `
.split{display:grid;min-height:100vh;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.order{background:var(--ground);border-right:1px solid var(--line)}.order .inner{max-width:460px;margin-left:auto;padding:48px 56px 48px 24px}
.pane{background:var(--card);padding:48px 24px 48px 56px}.pane>*{max-width:460px}
.top{display:flex;justify-content:space-between;align-items:center;margin-bottom:36px;gap:12px}
.top .badge{margin-left:auto}.back{margin-left:-14px;border-color:transparent;background:none;color:var(--ink)}.back:hover{background:var(--card)}
.total{font-size:2.75rem;line-height:1.15;font-weight:700;letter-spacing:-.02em;margin-bottom:32px}
.lines li{display:grid;grid-template-columns:56px minmax(0,1fr) auto;gap:16px;padding:14px 0;align-items:start}
.lines img,.tile{width:56px;height:56px;border-radius:10px;object-fit:cover;background:var(--accent-soft);color:var(--accent);display:grid;place-items:center;font-weight:700;font-size:1.25rem}
.name{font-weight:600;overflow-wrap:anywhere}.what .small{overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.amount{font-weight:600;white-space:nowrap}
.sums{border-top:1px solid var(--line);margin-top:14px;padding-top:14px}.sums div{display:flex;justify-content:space-between;gap:16px;padding:6px 0}.sums dd{white-space:nowrap}
.sums .due{font-weight:700;border-top:1px solid var(--line);margin-top:8px;padding-top:14px}
h1{font-size:1.5rem;line-height:1.25;margin-bottom:20px}#declined .notice{margin-bottom:20px}
.field{margin-bottom:18px}.field .error:empty{display:none}.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.fill{margin-bottom:22px;padding:16px;border:1px dashed var(--edge);border-radius:12px}.chips{display:flex;flex-wrap:wrap;gap:8px}
.chip{padding:8px 14px;font-size:.9375rem;font-weight:500;gap:8px}
.shipping{margin-bottom:22px}.choice{display:flex;align-items:center;gap:12px;min-height:52px;padding:8px 14px;font-weight:500;border:1px solid var(--edge);border-radius:10px;margin-bottom:8px}
.choice input{width:20px;min-height:20px;height:20px;accent-color:var(--accent);margin:0}.choice .amount{margin-left:auto}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft)}
.visually{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.foot{margin-top:18px;text-align:center}
@media (max-width:860px){.split{display:block}.order{border-right:0;border-bottom:1px solid var(--line)}.order .inner,.pane{max-width:560px;margin:0 auto;padding:24px 20px}
.order{border:0}.pane>*{max-width:none}.split{background:var(--card)}.top{margin-bottom:20px}.total{font-size:2.25rem;margin-bottom:16px}}
`;

export const PAYMENT_SCRIPT = `
(() => {
  const form = document.querySelector('form');
  if (!form) return;
  const field = (name) => form.elements.namedItem(name);
  const number = field('number'), expiry = field('expiry'), cvc = field('cvc');
  const formatAtCaret = (input, format) => input && input.addEventListener('input', () => {
    const atEnd = input.selectionStart === input.value.length;
    if (atEnd) input.value = format(input.value);
  });
  formatAtCaret(number, (text) => {
    const digits = text.replace(/\\D/g, '').slice(0, 19);
    return /^3[47]/.test(digits)
      ? digits.replace(/^(\\d{4})(\\d{1,6})?(\\d{1,5})?.*$/, (_, a, b, c) => [a, b, c].filter(Boolean).join(' '))
      : digits.replace(/(\\d{4})(?=\\d)/g, '$1 ');
  });
  formatAtCaret(expiry, (text) => {
    if (/^[2-9]$/.test(text)) text = '0' + text;
    const digits = text.replace(/\\D/g, '').slice(0, 4);
    return digits.length > 2 ? digits.slice(0, 2) + ' / ' + digits.slice(2) : digits;
  });
  const clearError = (input) => {
    input.removeAttribute('aria-invalid');
    const error = document.getElementById(input.id + '-error');
    if (error) error.textContent = '';
  };
  form.addEventListener('input', (event) => clearError(event.target));
  for (const chip of form.querySelectorAll('[name=fill]')) {
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      number.value = chip.value.replace(/(\\d{4})(?=\\d)/g, '$1 ');
      expiry.value = '12 / ' + String(new Date().getFullYear() + 4).slice(2);
      cvc.value = '123';
      for (const input of [number, expiry, cvc]) clearError(input);
      const email = field('email');
      if (email && !email.value) email.focus(); else document.getElementById('submit').focus();
    });
  }
  for (const radio of form.querySelectorAll('[name=shipping]')) {
    radio.addEventListener('change', () => {
      for (const element of document.querySelectorAll('[data-live=total]')) element.textContent = radio.dataset.total;
      for (const element of document.querySelectorAll('[data-live=shipping]')) element.textContent = radio.dataset.shipping;
      document.querySelector('#submit .text').textContent = 'Pay ' + radio.dataset.total;
    });
  }
  const submit = document.getElementById('submit');
  let submitted = false;
  form.addEventListener('submit', (event) => {
    if (submitted) return event.preventDefault();
    submitted = true;
    submit.setAttribute('aria-disabled', 'true');
    submit.querySelector('.spin').hidden = false;
    submit.querySelector('.text').textContent = 'Processing';
    document.getElementById('progress').textContent = 'Processing your payment.';
  });
  // Going back shows this page from the back/forward cache; only the server knows the session's
  // status.
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
  const invalid = form.querySelector('[aria-invalid=true]');
  if (invalid) invalid.focus();
})();
`;
