import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { CrashReport } from './crash-report.ts';

const SERVER = { kind: SpanKind.SERVER };

describe('CrashReport', () => {
  it('ends open requests as failed, and omits ended ones', () => {
    const report = new CrashReport();
    const tracer = new TracerProvider({ spanProcessors: [report] }).getTracer('test');
    tracer.startSpan('quick', SERVER).end();
    tracer.startSpan('createOrder', SERVER);
    tracer.startSpan('a request to another server', { kind: SpanKind.CLIENT });
    report.noteError(new Error('boom'));
    expect(report.end()).toEqual([
      expect.objectContaining({ name: 'createOrder', ended: true, status: { code: 2, message: 'boom' } }),
    ]);
  });

  it('ignores an error that the project has caught', () => {
    const report = new CrashReport();
    new TracerProvider({ spanProcessors: [report] }).getTracer('test').startSpan('createOrder', SERVER);
    report.noteError(new Error('boom'));
    report.forgetError();
    expect(report.end()[0]?.status.message).toBe('its process has exited');
  });
});

it('sendAtExit sends the interrupted request before the process has ended', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await request.setEncoding('utf8').toArray()).join(''));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const program = `
    import { SpanKind } from '@opentelemetry/api';
    import { TracerProvider } from '@opentelemetry/sdk-trace';
    import { CrashReport, sendAtExit } from './crash-report.ts';
    const report = new CrashReport();
    sendAtExit(report, 'http://127.0.0.1:${port}/v1/traces');
    new TracerProvider({ spanProcessors: [report] }).getTracer('t').startSpan('crash', { kind: SpanKind.SERVER });
    setTimeout(() => { throw new Error('boom'); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  });
  const [code] = await once(child, 'exit');
  server.close();
  expect(code).toBe(1);
  expect(bodies).toEqual([expect.stringMatching(/"name":"crash".*"message":"boom"/)]);
});
