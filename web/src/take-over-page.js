// Owns a served page until its app runs. The app is fetched when the page has been painted, or at once when somebody
// touches the page; what they press meanwhile is done when the app answers. Links work by themselves.
(() => {
  const waiting = [];
  const changed = new Map();
  let isStarted = false;
  const run = (src, onload, onerror) => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', crossOrigin: '', src, onload, onerror });
    document.head.append(script);
  };
  // A page that was kept while a new version was deployed names files that are gone; the shell names the new ones.
  const runNewest = async () => {
    const shell = await (await fetch('/shell', { cache: 'reload' })).text();
    run(/<script type="module"[^>]*\ssrc="([^"]+)"/.exec(shell)[1]);
  };
  // One by one, what is imported before what imports it: each in a task of its own, so that a page that is scrolled
  // meanwhile does not stand still.
  const runInTurn = ([src, ...later]) =>
    run(src, later.length > 0 ? () => runInTurn(later) : undefined, runNewest);
  // All are on their way at once, and asking for so many takes turns, too.
  const fetchInTurn = ([href, ...later]) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
    if (later.length > 0) setTimeout(fetchInTurn, 0, later);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const files = document.getElementById('app-script').dataset;
    fetchInTurn(files.src.split(' '));
    runInTurn(files.run.split(' '));
  };
  const hold = (event, redo) => {
    start();
    event.preventDefault();
    event.stopPropagation();
    waiting.push(redo);
  };
  const change = (field) => {
    const value = changed.get(field);
    changed.delete(field);
    if (field.tagName === 'SELECT') {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    // React hears of a value that differs from the one it saw set.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
  const listeners = {
    pointerdown: start,
    keydown: (event) => {
      start();
      const { key, ctrlKey, metaKey, target } = event;
      const asksForSearch =
        (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) ||
        (key === '/' && !target.closest('input, textarea'));
      const isSent = key === 'Enter' && target.tagName === 'INPUT';
      if (!asksForSearch && !isSent) return;
      hold(event, () => {
        const goesOn = target.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }),
        );
        if (isSent && goesOn) target.form?.requestSubmit();
      });
    },
    click: (event) => {
      const control = event.target.closest('button, summary, input');
      if (!control) return;
      if (control.type !== 'checkbox' && control.type !== 'radio') {
        hold(event, () => control.click());
        return;
      }
      // It is seen to be checked at once; the app hears of it by the same click on what it was before.
      start();
      event.stopPropagation();
      const { checked } = control;
      waiting.push(() => {
        control.checked = !checked;
        control.click();
      });
    },
    // React must not see these yet: it would bring the field to life, as it was rendered, in the middle of the change.
    input: (event) => {
      start();
      event.stopPropagation();
      const { target } = event;
      if (target.type === 'checkbox' || target.type === 'radio') return;
      if (!changed.has(target)) waiting.push(() => change(target));
      changed.set(target, target.value);
    },
    change: (event) => event.stopPropagation(),
    submit: (event) => hold(event, () => event.target.requestSubmit()),
  };
  let isRedoing = false;
  const hear = (event) => isRedoing || listeners[event.type](event);
  for (const name of Object.keys(listeners)) addEventListener(name, hear, true);
  // One at a time and each in a task of its own: each must see what the one before it changed. What is pressed meanwhile
  // waits its turn.
  const redoNext = () => {
    if (waiting.length === 0) {
      for (const name of Object.keys(listeners)) removeEventListener(name, hear, true);
      return;
    }
    setTimeout(redoNext);
    isRedoing = true;
    try {
      waiting.shift()();
    } finally {
      isRedoing = false;
    }
  };
  document.addEventListener('savepoint:ready', () => setTimeout(redoNext));
  const showFonts = async () => {
    // Both at once: each would lay the page out anew.
    await Promise.allSettled(
      ['Bricolage Grotesque Variable', 'Pixelify Sans Variable'].map((name) =>
        document.fonts.load(`1em "${name}"`),
      ),
    );
    document.documentElement.dataset.fonts = '';
    try {
      localStorage.setItem('fontsSeen', '1');
    } catch {
      // Then every page is painted before its typefaces come.
    }
  };
  let hasGoneOn = false;
  const goOn = () => {
    if (hasGoneOn) return;
    hasGoneOn = true;
    showFonts();
    start();
  };
  const whenPainted = () => {
    // A tab in the background is painted when somebody looks; it can be ready by then.
    if (document.hidden) goOn();
    else
      new PerformanceObserver((entries, observer) => {
        if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
        observer.disconnect();
        (window.requestIdleCallback ?? setTimeout)(goOn);
      }).observe({ type: 'paint', buffered: true });
    // A window that others cover is not hidden and may never be painted.
    setTimeout(goOn, 2000);
  };
  if (document.readyState === 'complete') whenPainted();
  else addEventListener('load', whenPainted);
})();
