// Owns a stand-in for https://apis.google.com/js/api.js, which the identity SDK and the Auth emulator's helper frame both
// fetch and which is the one part of the Google window that does not exist offline. It does what the two ask of it:
// open a frame, and carry named messages with answers between the frame and its page.

/** Runs in the browser, in the shop's page and in the frame alike. */
function installGapi(): void {
  type Handler = (data: unknown) => unknown;
  type Message = { gapi: string; id: number; name?: string; data?: unknown };
  const handlers = new Map<string, Handler>();
  const answers = new Map<number, (answer: unknown) => void>();
  let asked = 0;

  /** Messages for which nobody has registered yet. */
  let early: MessageEvent<Message>[] = [];

  const channelTo = (target: () => Window) => ({
    register: (name: string, handler: Handler) => {
      handlers.set(name, handler);
      const waiting = early;
      early = [];
      waiting.forEach(hear);
    },
    send: (name: string, data: unknown, onAnswer?: (answers: unknown[]) => void) => {
      asked += 1;
      answers.set(asked, (answer) => onAnswer?.([answer]));
      target().postMessage({ gapi: 'ask', id: asked, name, data }, '*');
    },
  });
  function hear(event: MessageEvent<Message>): void {
    const { data, source } = event;
    if (data?.gapi === 'ask') {
      const handler = handlers.get(data.name ?? '');
      if (handler === undefined) early.push(event);
      else (source as Window).postMessage({ gapi: 'answer', id: data.id, data: handler(data.data) }, '*');
    }
    if (data?.gapi !== 'answer') return;
    try {
      answers.get(data.id)?.(data.data);
    } catch {
      // The SDK throws after it has taken an answer; the real script swallows that too.
    }
  }
  addEventListener('message', hear);

  const context = {
    getParentIframe: () => channelTo(() => parent),
    open: async (given: { where: HTMLElement; url: string }, onOpen: (frame: unknown) => unknown) => {
      const frame = document.createElement('iframe');
      frame.src = given.url;
      frame.hidden = true;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      given.where.append(frame);
      const channel = channelTo(() => frame.contentWindow as Window);
      return onOpen({ ...channel, restyle: async () => {}, ping: () => loaded });
    },
  };
  const scope = window as unknown as Record<string, unknown> & { gapi_onload?: () => void };
  scope.gapi = {
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: 0, Iframe: Object },
  };
  scope.gapi_onload?.();
  const onload = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload');
  if (onload) (scope[onload] as () => void)();
}

/** The script's text. */
export const GOOGLE_SCRIPT = `(${String(installGapi)})();`;
