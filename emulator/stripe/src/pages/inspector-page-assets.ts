export const INSPECTOR_STYLE = `
header,main{max-width:1080px;margin:0 auto;padding:24px 20px 0}h1{font-size:1.625rem}h2{font-size:1.125rem;margin-bottom:12px}h2 .soft{font-weight:400}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:20px;padding-bottom:48px}section{padding:20px;min-width:0}.row{display:flex;gap:8px;flex-wrap:wrap;margin-top:12px}
.scroll{overflow-x:auto;position:relative}table{border-collapse:collapse;width:100%;min-width:560px}th{font-size:.8125rem;color:var(--soft);text-align:left;padding:6px 12px 6px 0}
td{border-top:1px solid var(--line);padding:10px 12px 10px 0;vertical-align:middle;overflow-wrap:anywhere}td:last-child{text-align:right;padding-right:0}
code{font:.875rem ui-monospace,"Liberation Mono",monospace}pre{overflow:auto;max-height:420px;background:var(--ground);padding:14px;border-radius:10px;font:.8125rem/1.5 ui-monospace,"Liberation Mono",monospace}
.events li{border-top:1px solid var(--line)}summary>*{overflow-wrap:anywhere;min-width:0}summary{min-height:44px;display:flex;gap:10px;align-items:center;flex-wrap:wrap;cursor:pointer}
.visually{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;

export const INSPECTOR_SCRIPT = `
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
      const focused = document.activeElement && document.activeElement.getAttribute('data-post');
      live.replaceChildren(...next.childNodes);
      if (focused) live.querySelector('[data-post="' + CSS.escape(focused) + '"]')?.focus();
    } catch {
      connection.textContent = 'The emulator does not respond.';
    }
  };
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-post]');
    if (!button) return;
    button.setAttribute('aria-disabled', 'true');
    await fetch(button.dataset.post, { method: 'POST', headers: { 'content-type': 'application/json' }, body: button.dataset.body }).catch(() => {});
    await refresh();
    button.removeAttribute('aria-disabled');
  });
  setInterval(() => { if (!document.hidden) void refresh(); }, 1500);
})();
`;
