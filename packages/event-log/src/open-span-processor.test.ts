import { SpanKind } from '@opentelemetry/api';
import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenSpanProcessor } from './open-span-processor.ts';

const exported: { name: string; ended: boolean; attributes: object }[] = [];
const exporter = {
  export: (spans: ReadableSpan[]) =>
    exported.push(
      ...spans.map(({ name, ended, attributes }) => ({ name, ended, attributes: { ...attributes } })),
    ),
  shutdown: () => Promise.resolve(),
};
const processor = new OpenSpanProcessor({
  exporter,
  delayMs: 100,
  isReported: ({ kind }) => kind === SpanKind.SERVER,
  redact: ({ attributes }) => Object.assign(attributes, { token: '[redacted]' }),
});
const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');

beforeEach(() => {
  vi.useFakeTimers();
  exported.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('OpenSpanProcessor', () => {
  it('exports a span that is still open after the delay once, as open and without secrets', () => {
    const span = tracer.startSpan('createOrder', { kind: SpanKind.SERVER, attributes: { token: 'secret' } });
    vi.advanceTimersByTime(99);
    expect(exported).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(exported).toEqual([{ name: 'createOrder', ended: false, attributes: { token: '[redacted]' } }]);
    span.end();
  });

  it('does not export a span that ends within the delay, or one of another kind', () => {
    tracer.startSpan('quick', { kind: SpanKind.SERVER }).end();
    const client = tracer.startSpan('POST', { kind: SpanKind.CLIENT });
    vi.advanceTimersByTime(1000);
    expect(exported).toEqual([]);
    client.end();
  });
});
