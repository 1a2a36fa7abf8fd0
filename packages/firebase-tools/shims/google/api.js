// Shim for https://apis.google.com/js/api.js, which the Auth SDK and the Auth emulator's hidden
// iframe load for "Sign in with Google" and which is not available offline. It implements only what
// the two use: opening an iframe, and request/response messages between the iframe and its page.
(() => {
  const handlers = new Map();
  const pendingResponses = new Map();
  let lastRequestId = 0;
  /** Requests that arrived before their handler was registered. */
  let unhandledRequests = [];

  const channelTo = (target) => ({
    register: (name, handler) => {
      handlers.set(name, handler);
      const waiting = unhandledRequests;
      unhandledRequests = [];
      waiting.forEach(onMessage);
    },
    send: (name, data, onResponse) => {
      lastRequestId += 1;
      pendingResponses.set(lastRequestId, (response) => onResponse?.([response]));
      target().postMessage({ gapi: 'request', id: lastRequestId, name, data }, '*');
    },
  });

  function onMessage(event) {
    const { data, source } = event;
    if (data?.gapi === 'request') {
      const handler = handlers.get(data.name);
      if (handler === undefined) unhandledRequests.push(event);
      else source.postMessage({ gapi: 'response', id: data.id, data: handler(data.data) }, '*');
    }
    if (data?.gapi !== 'response') return;
    const resolve = pendingResponses.get(data.id);
    pendingResponses.delete(data.id);
    try {
      resolve?.(data.data);
    } catch {
      // The SDK throws after it has read a response; Google's script ignores that, too.
    }
  }
  addEventListener('message', onMessage);

  const context = {
    getParentIframe: () => channelTo(() => parent),
    open: async ({ where, url }, onOpen) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.hidden = true;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      where.append(frame);
      const channel = channelTo(() => frame.contentWindow);
      return onOpen({ ...channel, restyle: async () => {}, ping: () => loaded });
    },
  };
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: 0, Iframe: Object },
  };
  window.gapi_onload?.();
})();
