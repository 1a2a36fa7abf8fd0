// Owns the stand-in for https://apis.google.com/js/api.js, which the identity SDK and the Auth emulator's hidden frame both
// fetch when somebody signs in with Google, and which does not exist offline. It does what the two ask of it: open a
// frame, and carry named messages with answers between the frame and its page.
(() => {
  const handlers = new Map();
  const answers = new Map();
  let asked = 0;
  /** Messages for which nobody has registered yet. */
  let early = [];

  const channelTo = (target) => ({
    register: (name, handler) => {
      handlers.set(name, handler);
      const waiting = early;
      early = [];
      waiting.forEach(hear);
    },
    send: (name, data, onAnswer) => {
      asked += 1;
      answers.set(asked, (answer) => onAnswer?.([answer]));
      target().postMessage({ gapi: 'ask', id: asked, name, data }, '*');
    },
  });

  function hear(event) {
    const { data, source } = event;
    if (data?.gapi === 'ask') {
      const handler = handlers.get(data.name);
      if (handler === undefined) early.push(event);
      else source.postMessage({ gapi: 'answer', id: data.id, data: handler(data.data) }, '*');
    }
    if (data?.gapi !== 'answer') return;
    const take = answers.get(data.id);
    answers.delete(data.id);
    try {
      take?.(data.data);
    } catch {
      // The SDK throws after it has taken an answer; the real script swallows that too.
    }
  }
  addEventListener('message', hear);

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
