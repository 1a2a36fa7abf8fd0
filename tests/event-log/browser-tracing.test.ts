// @vitest-environment jsdom
// The script that the kit adds to pages of the dev server, with Redux Toolkit as an app uses it.
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const ENDPOINT = 'http://127.0.0.1:4319';
const SCRIPT = readFileSync(
  new URL(
    '../../packages/stack/preload/dev-server/browser-tracing.js',
    import.meta.url.replace(/^.*file:/, 'file:'),
  ),
  'utf8',
);

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

const sent: SentSpan[] = [];
const requests: { url: string; traceparent: string | null }[] = [];
let sentText = '';

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (String(input).startsWith(ENDPOINT)) {
      sentText += String(init.body);
      for (const { scopeSpans } of JSON.parse(String(init.body)).resourceSpans)
        sent.push(...scopeSpans[0].spans);
    } else requests.push({ url: String(input), traceparent: new Headers(init.headers).get('traceparent') });
    return new Response('{}');
  });
  window.fetch = globalThis.fetch;
  new Function(SCRIPT.replace('%ENDPOINT%', ENDPOINT))();
});

beforeEach(() => {
  vi.runAllTimers();
  sent.length = 0;
  requests.length = 0;
});

/** The recorded spans, once they are sent. */
function spans(): readonly SentSpan[] {
  vi.runAllTimers();
  return sent;
}

describe('the script in pages of the dev server', () => {
  it('records the actions that reach the reducer, by type, in the trace of the click', async () => {
    const { configureStore, createSlice } = await import('@reduxjs/toolkit');
    const cart = createSlice({
      name: 'cart',
      initialState: { email: '' },
      reducers: { checkedOut: (state, { payload }: { payload: string }) => ({ ...state, email: payload }) },
    });
    const store = configureStore({ reducer: cart.reducer });
    document.body.innerHTML = '<button aria-label="Place order"></button>';
    document.querySelector('button')?.addEventListener('click', () => {
      store.dispatch(cart.actions.checkedOut('ada@example.com'));
      // A thunk is a function: its actions reach the reducer.
      store.dispatch((dispatch) => dispatch(cart.actions.checkedOut('grace@example.com')));
    });
    document.querySelector('button')?.click();
    expect(store.getState().email).toBe('grace@example.com');
    const [click, ...actions] = spans();
    expect(click?.name).toBe('click Place order');
    expect(actions).toMatchObject(
      [1, 2].map(() => ({
        name: 'action cart/checkedOut',
        traceId: click?.traceId,
        parentSpanId: click?.spanId,
      })),
    );
    expect(sentText).not.toContain('@example.com');
  });

  it('adds the trace to fetch and XMLHttpRequest requests to this machine only', async () => {
    const header = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader');
    await fetch('http://localhost:5001/createOrder', { method: 'POST' });
    await fetch('https://example.com/');
    for (const url of ['http://127.0.0.1:9/upload', 'https://example.com/upload']) {
      const request = new XMLHttpRequest();
      request.open('POST', url);
      vi.spyOn(request, 'send');
      request.send('body');
      request.dispatchEvent(new Event('loadend'));
      request.abort();
    }
    const [fetched, uploaded] = spans();
    expect(requests).toEqual([
      {
        url: 'http://localhost:5001/createOrder',
        traceparent: `00-${fetched?.traceId}-${fetched?.spanId}-01`,
      },
      { url: 'https://example.com/', traceparent: null },
    ]);
    expect(uploaded?.name).toBe('POST /upload');
    expect(header.mock.calls).toEqual([['traceparent', `00-${uploaded?.traceId}-${uploaded?.spanId}-01`]]);
  });

  it('when the page is left, immediately sends the click that navigates and the requests without a response', async () => {
    document.body.innerHTML = '<a aria-label="Pay"></a>';
    document.querySelector('a')?.click();
    const order = fetch('http://localhost:5001/createOrder', { method: 'POST' });
    window.dispatchEvent(new Event('pagehide'));
    expect(sent).toMatchObject([
      { name: 'click Pay' },
      { name: 'POST /createOrder', parentSpanId: sent[0]?.spanId, endTimeUnixNano: expect.any(String) },
    ]);
    await order;
    expect(spans()).toHaveLength(3);
  });
});
