import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Clock, frozenTime } from '../core/clock.ts';
import type { Delivery } from '../webhooks/delivery-queue.ts';
import { DeliveryQueue } from '../webhooks/delivery-queue.ts';
import type { DeliveryFaults } from '../webhooks/fault-injection.ts';
import { DELIVERY_FAULT_FIELDS, noDeliveryFaults } from '../webhooks/fault-injection.ts';
import { createApp } from './app.ts';
import { createControlApi, mountControlApi, notFound, readControlBody } from './control-api.ts';

class TestQueue extends DeliveryQueue<Delivery, DeliveryFaults> {
  readonly deliveries: Delivery[] = [];

  publish(body: string): void {
    const delivery: Delivery = {
      body,
      badSignature: false,
      status: 'sending',
      nextAttemptMs: null,
      attempts: [],
    };
    this.deliveries.push(delivery);
    this.enqueue(delivery);
  }

  protected override stored(): readonly Delivery[] {
    return this.deliveries;
  }

  protected override endpointOf(): string {
    return 'endpoint';
  }

  protected override eventTypeOf() {
    return 'test';
  }

  protected override requestFor() {
    return { url: 'http://localhost', headers: {} };
  }
}

function createTestApi() {
  const clock = new Clock(frozenTime(0));
  const deliveries = new TestQueue({
    clock,
    retryDelaysSeconds: [60],
    noFaults: noDeliveryFaults,
    send: async (_, body) => ({ status: body === 'rejected' ? 500 : 200 }),
  });
  const control = createControlApi({
    clock,
    deliveries,
    faultsSchema: z.strictObject(DELIVERY_FAULT_FIELDS),
    listDeliveries: () => deliveries.deliveries,
    idle: () => deliveries.idle(),
    clockState: () => ({ nowMs: clock.nowMs() }),
  });
  control.post('/things/:id', (context) => {
    const { size } = readControlBody(context, z.strictObject({ size: z.int().default(1) }));
    if (context.req.param('id') !== 'known') throw notFound('thing', context.req.param('id'));
    return context.json({ size });
  });
  const app = createApp({
    bodyLimitBytes: 10_000,
    onBadBody: (_problem, context) => context.text('', 413),
    onError: (_, context) => context.text('', 500),
    onNotFound: (context) => context.text('', 404),
  });
  mountControlApi(app, control);
  const call = async (method: string, path: string, body?: string) => {
    const response = await app.request(`http://localhost/_savepoint${path}`, {
      method,
      headers: { host: 'localhost' },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { call, clock, deliveries };
}

describe('the control API', () => {
  it('reads a missing body as {} and returns what the route returns', async () => {
    expect(await createTestApi().call('POST', '/things/known')).toEqual({ status: 200, body: { size: 1 } });
  });

  it.each([
    ['/things/known', '{', /not JSON/],
    ['/things/known', '{"colour":1}', /colour/],
    ['/things/known', '{"size":"big"}', /size/],
    ['/faults', '{"explode":1}', /explode/],
    ['/clock/advance', '{"seconds":-1}', /seconds/],
  ])('responds to %s with the body %s with 400 and the reason', async (path, body, reason) => {
    expect(await createTestApi().call('POST', path, body)).toEqual({
      status: 400,
      body: { error: expect.stringMatching(reason) },
    });
  });

  it('responds to an unknown object with 404 and its id', async () => {
    expect(await createTestApi().call('POST', '/things/other')).toEqual({
      status: 404,
      body: { error: 'There is no thing other.' },
    });
  });

  it("responds to an unknown path with 404 and the list of all routes, including the emulator's own", async () => {
    const { status, body } = await createTestApi().call('POST', '/nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: expect.stringMatching(/no POST \/_savepoint\/nothing.*GET \/faults.*POST \/things\/:id/),
    });
  });

  it('changes only the faults in the body, and turns all off on DELETE', async () => {
    const { call, deliveries } = createTestApi();
    await call('POST', '/faults', '{"dropNext":2}');
    expect((await call('POST', '/faults', '{"hold":true}')).body).toMatchObject({ dropNext: 2, hold: true });
    expect(deliveries.faults).toMatchObject({ dropNext: 2, hold: true });
    expect((await call('DELETE', '/faults')).body).toEqual(noDeliveryFaults());
  });

  it('sends the retries that become due while the clock advances', async () => {
    const { call, deliveries } = createTestApi();
    deliveries.publish('rejected');
    expect(await call('POST', '/clock/advance', '{"seconds":60}')).toEqual({
      status: 200,
      body: { nowMs: 60_000 },
    });
    expect(deliveries.deliveries).toMatchObject([{ status: 'failed', attempts: [{}, {}] }]);
  });

  it('releases held deliveries, sends waiting ones immediately and lists the newest first', async () => {
    const { call, deliveries } = createTestApi();
    deliveries.faults.hold = true;
    deliveries.publish('held');
    deliveries.faults.hold = false;
    deliveries.faults.delaySeconds = 600;
    deliveries.publish('delayed');
    expect((await call('POST', '/deliveries/release', '{"order":"last-first"}')).body).toEqual({
      released: 1,
    });
    expect((await call('POST', '/deliveries/now')).body).toEqual({ sent: 1 });
    expect((await call('POST', '/deliveries/settle')).body).toEqual({ settled: true });
    expect((await call('GET', '/deliveries')).body).toMatchObject([
      { body: 'delayed', status: 'delivered' },
      { body: 'held', status: 'delivered' },
    ]);
  });
});
