/**
 * The script of a page whose element `#live` is refreshed every second while the page is visible.
 * Open details and the focus are kept. A button with `data-post` posts the JSON in `data-body` to
 * that URL. `#connection` shows when the server does not respond.
 */
export const LIVE_PAGE_SCRIPT = `
(() => {
  const connection = document.getElementById('connection');
  let last = document.getElementById('live').innerHTML;
  const refresh = async () => {
    try {
      const text = await (await fetch('/', { headers: { accept: 'text/html' } })).text();
      const next = new DOMParser().parseFromString(text, 'text/html').getElementById('live');
      connection.textContent = '';
      if (next.innerHTML === last) return;
      last = next.innerHTML;
      const live = document.getElementById('live');
      const open = new Set([...live.querySelectorAll('details[open]')].map((details) => details.id));
      for (const details of next.querySelectorAll('details')) details.open = open.has(details.id);
      const request = (button) => button?.dataset?.post && button.dataset.post + ' ' + (button.dataset.body ?? '');
      const focused = request(document.activeElement);
      live.replaceChildren(...next.childNodes);
      if (focused) [...live.querySelectorAll('[data-post]')].find((button) => request(button) === focused)?.focus();
    } catch {
      connection.textContent = 'The emulator does not respond.';
    }
  };
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-post]');
    if (!button) return;
    button.setAttribute('aria-disabled', 'true');
    await fetch(button.dataset.post, { method: 'POST', headers: { 'content-type': 'application/json' }, body: button.dataset.body ?? '{}' }).catch(() => {});
    await refresh();
    button.removeAttribute('aria-disabled');
  });
  setInterval(() => { if (!document.hidden) void refresh(); }, 1000);
})();
`;
