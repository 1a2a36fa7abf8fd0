/**
 * The script of the payment form. It only adds convenience: without it the server handles the test
 * card buttons, and a form submitted twice still charges once.
 */
export const PAYMENT_SCRIPT = String.raw`
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
    const digits = text.replace(/\D/g, '').slice(0, 19);
    return /^3[47]/.test(digits)
      ? digits.replace(/^(\d{4})(\d{1,6})?(\d{1,5})?.*$/, (_, a, b, c) => [a, b, c].filter(Boolean).join(' '))
      : digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  });
  formatAtCaret(expiry, (text) => {
    if (/^[2-9]$/.test(text)) text = '0' + text;
    const digits = text.replace(/\D/g, '').slice(0, 4);
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
      number.value = chip.value.replace(/(\d{4})(?=\d)/g, '$1 ');
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
