// Runs in the dev server's pages before their scripts: each user action begins a trace, and the
// requests that it causes to servers on this machine carry it. Redux actions are recorded by type,
// through Redux Toolkit's DevTools hook. Spans are sent to the event log. Production builds do not
// contain this script.
(() => {
  const endpoint = '%ENDPOINT%';
  const studio = '%STUDIO%';
  const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  const SEND_DELAY_MS = 500;
  const MAX_NAME_LENGTH = 80;
  /** Internal actions of RTK Query, several for each action of the app. */
  const INTERNAL_ACTION = /^__rtkq\/|\/(internalSubscriptions|subscriptions|internal_)/;
  const originalFetch = window.fetch.bind(window);
  const randomHex = (bytes) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  const now = () => performance.timeOrigin + performance.now();
  const nanoseconds = (ms) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`;
  const text = (key, value) => ({ key, value: { stringValue: value } });
  const openRequests = new Set();
  let queue = [];
  let current;

  /**
   * Sends spans in batches with `keepalive`, so the last ones arrive even when the user leaves the
   * page.
   */
  const send = () => {
    const spans = queue;
    if (spans.length === 0) return;
    queue = [];
    const resource = { attributes: [text('service.name', 'browser')] };
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    const headers = { 'content-type': 'application/json' };
    originalFetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers,
      body,
      keepalive: body.length < 60_000,
    }).catch(() => undefined);
  };
  const record = (span) => {
    if (queue.push(span) === 1) setTimeout(send, SEND_DELAY_MS);
  };

  // The click that leaves the page is the last thing that the page records; its requests carry the
  // trace on.
  addEventListener('pagehide', () => {
    for (const span of openRequests) record({ ...span, endTimeUnixNano: nanoseconds(now()) });
    send();
  });

  /**
   * Begins the trace of one action. The span ends at once, because the end of its effects is
   * unknown.
   */
  const beginTrace = (name) => {
    current = { traceId: randomHex(16), spanId: randomHex(8) };
    const time = nanoseconds(now());
    const attributes = [text('url.path', location.pathname)];
    record({ ...current, name, kind: 1, startTimeUnixNano: time, endTimeUnixNano: time, attributes });
  };
  const labelOf = (target) => {
    const element =
      target instanceof Element ? (target.closest('a, button, [role=button], label') ?? target) : undefined;
    const label = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return label.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH);
  };
  beginTrace(`open ${location.pathname}`);
  addEventListener('click', ({ target }) => beginTrace(`click ${labelOf(target)}`.trim()), true);
  addEventListener('submit', () => beginTrace('submit'), true);
  addEventListener('popstate', () => beginTrace(`open ${location.pathname}`), true);

  /**
   * Logs to the console which line of the rules denied a Firestore request, with a link to its
   * trace.
   */
  const explainDenial = async (response, traceId) => {
    const body = await response.json();
    const { details = [], status } = (Array.isArray(body) ? body[0] : body)?.error ?? {};
    const denial = details.map(({ value }) => value).find((value) => typeof value?.summary === 'string');
    if (status !== 'PERMISSION_DENIED' || denial === undefined) return;
    const trace = studio === '' ? '' : `\nTrace: ${studio}/traces/${traceId}`;
    console.warn(`Rules denied ${denial.method} ${denial.path}: ${denial.summary}${trace}`);
  };

  /**
   * Begins the span of a request. Returns undefined for another site, which would have to allow the
   * header in CORS.
   */
  const beginRequest = (method, url) => {
    if (!LOCAL.test(url.hostname) || url.origin === endpoint) return undefined;
    const { traceId, spanId: parentSpanId } = current;
    const begun = {
      traceId,
      spanId: randomHex(8),
      parentSpanId,
      name: `${method} ${url.pathname}`,
      kind: 3,
      startTimeUnixNano: nanoseconds(now()),
      attributes: [text('server.address', url.host)],
    };
    openRequests.add(begun);
    return {
      traceId,
      traceparent: `00-${traceId}-${begun.spanId}-01`,
      /** `status` is 0 for a request without a response. */
      end: (status, message = '') => {
        openRequests.delete(begun);
        record({
          ...begun,
          endTimeUnixNano: nanoseconds(now()),
          attributes: [
            ...begun.attributes,
            ...(status === 0
              ? []
              : [{ key: 'http.response.status_code', value: { intValue: String(status) } }]),
          ],
          ...((status === 0 || status >= 400) && { status: { code: 2, message } }),
        });
      },
    };
  };

  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const span = beginRequest(
      init?.method ?? request?.method ?? 'GET',
      new URL(request?.url ?? String(input), location.href),
    );
    if (span === undefined) return originalFetch(input, init);
    const headers = new Headers(init?.headers ?? request?.headers);
    headers.set('traceparent', span.traceparent);
    try {
      const response = await originalFetch(input, { ...init, headers });
      span.end(response.status);
      if (response.status === 403) explainDenial(response.clone(), span.traceId).catch(() => undefined);
      return response;
    } catch (error) {
      span.end(0, String(error));
      throw error;
    }
  };

  // XMLHttpRequest: uploads with progress, and WebChannel where it does not use fetch.
  const { open, send: sendBody } = XMLHttpRequest.prototype;
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function openRecorded(method, url, ...rest) {
    opened.set(this, { method, url: new URL(url, location.href) });
    return open.call(this, method, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function sendRecorded(...body) {
    const { method, url } = opened.get(this) ?? {};
    const span = url && beginRequest(method, url);
    if (span !== undefined) {
      this.setRequestHeader('traceparent', span.traceparent);
      this.addEventListener('loadend', () => span.end(this.status));
    }
    return sendBody.apply(this, body);
  };

  /**
   * Records an action by its type and, for RTK Query, its endpoint. The payload may be personal.
   */
  const recordAction = ({ type, meta }, startMs) => {
    if (typeof type !== 'string' || INTERNAL_ACTION.test(type)) return;
    const { endpointName } = meta?.arg ?? {};
    record({
      traceId: current.traceId,
      spanId: randomHex(8),
      parentSpanId: current.spanId,
      name: `action ${type}`.slice(0, MAX_NAME_LENGTH),
      kind: 1,
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(now()),
      attributes: [
        text('redux.action', type),
        ...(typeof endpointName === 'string' ? [text('redux.endpoint', endpointName)] : []),
      ],
    });
  };
  /** A store enhancer below the middleware: it sees the actions that reach the reducer. */
  const recordActions =
    (createStore) =>
    (...args) => {
      const store = createStore(...args);
      const dispatch = (action) => {
        const startMs = now();
        const result = store.dispatch(action);
        recordAction(action, startMs);
        return result;
      };
      return { ...store, dispatch };
    };
  const compose =
    (...enhancers) =>
    (createStore) =>
      enhancers.reduceRight((create, enhancer) => enhancer(create), createStore);
  const { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: extension } = window;
  window.__REDUX_DEVTOOLS_EXTENSION_COMPOSE__ = (...args) => {
    if (typeof args[0] === 'function') return (extension ?? compose)(...args, recordActions);
    const composeEnhancers = extension?.(...args) ?? compose;
    return (...enhancers) => composeEnhancers(...enhancers, recordActions);
  };
})();
