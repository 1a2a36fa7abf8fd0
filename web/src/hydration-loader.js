// Inlined into every server-rendered page. Loads the app after the first paint, or at once when the shopper interacts.
// Events before hydration are buffered and replayed after it; links work by themselves.
(() => {
  const replays = [];
  const pendingValues = new Map();
  let isLoading = false;
  const runScript = (src, onload, onerror) => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', crossOrigin: '', src, onload, onerror });
    document.head.append(script);
  };
  // A page that was cached before a deployment names files that no longer exist; the shell names the current ones.
  const runCurrentBuild = async () => {
    const shell = await (await fetch('/shell', { cache: 'reload' })).text();
    runScript(/<script type="module"[^>]*\ssrc="([^"]+)"/.exec(shell)[1]);
  };
  // One by one, imports before their importer: each is evaluated in a task of its own, so that scrolling stays smooth.
  const runScripts = ([src, ...rest]) =>
    runScript(src, rest.length > 0 ? () => runScripts(rest) : undefined, runCurrentBuild);
  // All are fetched in parallel, but each request is made in a task of its own as well.
  const preloadScripts = ([href, ...rest]) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
    if (rest.length > 0) setTimeout(preloadScripts, 0, rest);
  };
  const loadApp = () => {
    if (isLoading) return;
    isLoading = true;
    const { src, run } = document.getElementById('app-script').dataset;
    preloadScripts(src.split(' '));
    runScripts(run.split(' '));
  };
  const buffer = (event, replay) => {
    loadApp();
    event.preventDefault();
    event.stopPropagation();
    replays.push(replay);
  };
  const replayValue = (field) => {
    const value = pendingValues.get(field);
    pendingValues.delete(field);
    if (field.tagName === 'SELECT') {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    // React ignores an input event whose value equals the last one set through the element's own `value` property.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
  const listeners = {
    pointerdown: loadApp,
    keydown: (event) => {
      loadApp();
      const { key, ctrlKey, metaKey, target } = event;
      const opensSearch =
        (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) ||
        (key === '/' && !target.closest('input, textarea'));
      const submits = key === 'Enter' && target.tagName === 'INPUT';
      if (!opensSearch && !submits) return;
      buffer(event, () => {
        const isNotPrevented = target.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }),
        );
        if (submits && isNotPrevented) target.form?.requestSubmit();
      });
    },
    click: (event) => {
      const control = event.target.closest('button, summary, input');
      if (!control) return;
      if (control.type !== 'checkbox' && control.type !== 'radio') {
        buffer(event, () => control.click());
        return;
      }
      // The control shows its new state at once. The replay restores the old one, from which the same click follows.
      loadApp();
      event.stopPropagation();
      const { checked } = control;
      replays.push(() => {
        control.checked = !checked;
        control.click();
      });
    },
    // Stopped: React would hydrate the field, with the value it was rendered with, in the middle of the event.
    input: (event) => {
      loadApp();
      event.stopPropagation();
      const { target } = event;
      if (target.type === 'checkbox' || target.type === 'radio') return;
      if (!pendingValues.has(target)) replays.push(() => replayValue(target));
      pendingValues.set(target, target.value);
    },
    change: (event) => event.stopPropagation(),
    submit: (event) => buffer(event, () => event.target.requestSubmit()),
  };
  let isReplaying = false;
  const onEvent = (event) => isReplaying || listeners[event.type](event);
  for (const name of Object.keys(listeners)) addEventListener(name, onEvent, true);
  // Each replay runs in a task of its own and sees what the one before it changed. Events meanwhile are buffered behind them.
  const replayNext = () => {
    if (replays.length === 0) {
      for (const name of Object.keys(listeners)) removeEventListener(name, onEvent, true);
      return;
    }
    setTimeout(replayNext);
    isReplaying = true;
    try {
      replays.shift()();
    } finally {
      isReplaying = false;
    }
  };
  document.addEventListener('savepoint:hydrated', () => setTimeout(replayNext));
  const showFonts = async () => {
    // Both together: each change of font is a layout of the whole page.
    await Promise.allSettled(
      ['Bricolage Grotesque Variable', 'Pixelify Sans Variable'].map((name) =>
        document.fonts.load(`1em "${name}"`),
      ),
    );
    document.documentElement.dataset.fonts = '';
    try {
      localStorage.setItem('fontsSeen', '1');
    } catch {
      // The next page uses the fallback fonts until its own have loaded, like this one.
    }
  };
  let isPainted = false;
  const onPainted = () => {
    if (isPainted) return;
    isPainted = true;
    showFonts();
    loadApp();
  };
  const awaitFirstPaint = () => {
    // A background tab is painted when it is shown; it can be hydrated by then.
    if (document.hidden) onPainted();
    else
      new PerformanceObserver((entries, observer) => {
        if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
        observer.disconnect();
        (window.requestIdleCallback ?? setTimeout)(onPainted);
      }).observe({ type: 'paint', buffered: true });
    // A window that is fully covered is not hidden and may never be painted.
    setTimeout(onPainted, 2000);
  };
  if (document.readyState === 'complete') awaitFirstPaint();
  else addEventListener('load', awaitFirstPaint);
})();
