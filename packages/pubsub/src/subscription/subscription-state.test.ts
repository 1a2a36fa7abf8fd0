import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishedMessage } from '../core/message.ts';
import { compileFilter } from './filter.ts';
import { SubscriptionModel } from './subscription-model.test-support.ts';
import { type SubscriptionSettings, SubscriptionState } from './subscription-state.ts';

const SETTINGS: SubscriptionSettings = {
  name: 'projects/demo/subscriptions/all',
  filter: () => true,
  isOrdered: false,
  ackDeadlineMs: 10_000,
  retentionMs: 600_000,
  retainsAcknowledged: false,
};

function message(sequence: number, fields: Partial<PublishedMessage> = {}): PublishedMessage {
  return { sequence, data: new Uint8Array(10), attributes: {}, orderingKey: '', publishTimeMs: 0, ...fields };
}

const sequences = (deliveries: readonly { message: PublishedMessage }[]) =>
  deliveries.map(({ message: { sequence } }) => sequence);

describe('SubscriptionState', () => {
  it('redelivers a message when its deadline passes, with one more attempt', () => {
    const state = new SubscriptionState(SETTINGS);
    state.publish([message(1)]);
    const [first] = state.pull({ maxMessages: 10 }, 0);
    expect(state.pull({ maxMessages: 10 }, 9_999)).toEqual([]);
    const [second] = state.pull({ maxMessages: 10 }, 10_000);
    expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
    expect(state.acknowledge([first?.ackId ?? ''], 10_001)).toEqual([first?.ackId]);
    expect(state.acknowledge([second?.ackId ?? ''], 10_001)).toEqual([]);
    expect(state.unacknowledged).toEqual([]);
  });

  it('extends a lease when its deadline is moved', () => {
    const state = new SubscriptionState(SETTINGS);
    state.publish([message(1)]);
    const [delivery] = state.pull({ maxMessages: 1 }, 0);
    expect(state.modifyAckDeadline([delivery?.ackId ?? ''], 60_000, 9_000)).toEqual([]);
    expect(state.pull({ maxMessages: 1 }, 68_999)).toEqual([]);
    expect(sequences(state.pull({ maxMessages: 1 }, 69_000))).toEqual([1]);
  });

  it('doubles the back-off of a message after each failed delivery, up to the maximum', () => {
    const state = new SubscriptionState({ ...SETTINGS, retry: { minimumMs: 1_000, maximumMs: 3_000 } });
    state.publish([message(1)]);
    let nowMs = 0;
    for (const waitMs of [1_000, 2_000, 3_000, 3_000]) {
      const [delivery] = state.pull({ maxMessages: 1 }, nowMs);
      state.modifyAckDeadline([delivery?.ackId ?? ''], 0, nowMs);
      expect(state.nextEventMs).toBeLessThanOrEqual(nowMs + waitMs);
      expect(state.pull({ maxMessages: 1 }, nowMs + waitMs - 1)).toEqual([]);
      nowMs += waitMs;
    }
    expect(sequences(state.pull({ maxMessages: 1 }, nowMs))).toEqual([1]);
  });

  it('forwards a message after the maximum number of delivery attempts, and redelivers it while that is not possible', () => {
    let isPossible = false;
    const forwarded: [number, number][] = [];
    const state = new SubscriptionState({ ...SETTINGS, maxDeliveryAttempts: 2 }, ({ sequence }, attempts) => {
      if (isPossible) forwarded.push([sequence, attempts]);
      return isPossible;
    });
    state.publish([message(1)]);
    for (const attempt of [1, 2, 3]) {
      const [delivery] = state.pull({ maxMessages: 1 }, 0);
      expect(delivery?.attempt).toBe(attempt);
      isPossible = attempt === 3;
      state.modifyAckDeadline([delivery?.ackId ?? ''], 0, 0);
    }
    expect(state.pull({ maxMessages: 1 }, 0)).toEqual([]);
    expect(forwarded).toEqual([[1, 3]]);
  });

  it('redelivers the messages of an ordering key from the first failed one, including acknowledged ones', () => {
    const state = new SubscriptionState({ ...SETTINGS, isOrdered: true });
    state.publish([1, 2, 3].map((sequence) => message(sequence, { orderingKey: 'k' })));
    state.publish([message(4)]);
    const [first, second] = state.pull({ maxMessages: 2 }, 0);
    expect(sequences(state.pull({ maxMessages: 5 }, 0))).toEqual([4]);
    state.acknowledge([second?.ackId ?? ''], 1);
    state.modifyAckDeadline([first?.ackId ?? ''], 0, 2);
    expect(sequences(state.pull({ maxMessages: 5 }, 3))).toEqual([1, 2, 3]);
  });

  it('drops messages that are older than the retention time', () => {
    const state = new SubscriptionState({ ...SETTINGS, retainsAcknowledged: true });
    state.publish([message(1), message(2, { publishTimeMs: 5 })]);
    state.expire(600_001);
    expect(state.unacknowledged.map(({ sequence }) => sequence)).toEqual([2]);
    state.seekToTime(0, [], 600_001);
    expect(state.unacknowledged.map(({ sequence }) => sequence)).toEqual([2]);
  });

  it('makes messages stored by the topic available by a seek if its filter accepts them', () => {
    const state = new SubscriptionState({ ...SETTINGS, filter: compileFilter('attributes:a') });
    const stored = [message(1, { attributes: { a: '' } }), message(2), message(3, { attributes: { a: '' } })];
    state.publish([message(4, { attributes: { a: '' }, publishTimeMs: 9 })]);
    state.seekToTime(0, stored, 10);
    expect(sequences(state.pull({ maxMessages: 9 }, 10))).toEqual([1, 3, 4]);
  });

  it('makes exactly the messages of a snapshot available by a seek', () => {
    const state = new SubscriptionState(SETTINGS);
    const all = [1, 2, 3].map((sequence) => message(sequence));
    state.publish(all);
    const deliveries = state.pull({ maxMessages: 2 }, 0);
    state.acknowledge(
      deliveries.map(({ ackId }) => ackId),
      0,
    );
    state.seekToMessages(all.slice(0, 2), 1);
    expect(sequences(state.pull({ maxMessages: 9 }, 1))).toEqual([1, 2]);
  });

  it.each([
    ['time', (state: SubscriptionState) => state.seekToTime(0, [], 5)],
    ['snapshot', (state: SubscriptionState) => state.seekToMessages(state.unacknowledged, 5)],
  ])(
    'redelivers messages that a seek to a %s makes unacknowledged, even if they are acknowledged late',
    (_, seek) => {
      const state = new SubscriptionState({ ...SETTINGS, retry: { minimumMs: 60_000, maximumMs: 60_000 } });
      state.publish([message(1), message(2)]);
      const [leased, refused] = state.pull({ maxMessages: 2 }, 0);
      state.modifyAckDeadline([refused?.ackId ?? ''], 0, 1);
      seek(state);
      const late = [leased?.ackId ?? ''];
      expect(state.isLeased(late[0] ?? '', 5)).toBe(false);
      expect(state.modifyAckDeadline(late, 10_000, 5)).toEqual(late);
      expect(state.acknowledge(late, 5)).toEqual(late);
      const again = state.pull({ maxMessages: 9 }, 5);
      expect(again.map(({ message: { sequence }, attempt }) => [sequence, attempt])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect(state.acknowledge([again[0]?.ackId ?? ''], 6)).toEqual([]);
      expect(state.unacknowledged.map(({ sequence }) => sequence)).toEqual([2]);
    },
  );

  it('ends a pull before the message that would exceed the byte limit, but returns at least one', () => {
    const state = new SubscriptionState(SETTINGS);
    state.publish([1, 2, 3].map((sequence) => message(sequence)));
    expect(sequences(state.pull({ maxMessages: 9, maxBytes: 5 }, 0))).toEqual([1]);
    expect(sequences(state.pull({ maxMessages: 9, maxBytes: 20 }, 0))).toEqual([2, 3]);
  });

  it('distinguishes acknowledgement ids that it has issued from all others', () => {
    const state = new SubscriptionState(SETTINGS);
    state.publish([message(1)]);
    const [delivery] = state.pull({ maxMessages: 1 }, 0);
    expect(state.hasIssued(delivery?.ackId ?? '')).toBe(true);
    for (const ackId of ['', 'nonsense', `${SETTINGS.name}:2`, `${SETTINGS.name}:01`, 'other:1']) {
      expect(state.hasIssued(ackId)).toBe(false);
    }
  });
});

const RUNS = 200 * Number(process.env.SAVEPOINT_DEEP ?? 1);

type Step =
  | { readonly kind: 'publish'; readonly key: string; readonly matches: boolean; readonly count: number }
  | { readonly kind: 'pull'; readonly max: number }
  | { readonly kind: 'acknowledge' | 'nack'; readonly pick: number }
  | { readonly kind: 'extend'; readonly pick: number; readonly ms: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'seek'; readonly agoMs: number };

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  often(
    4,
    fc.record({
      kind: fc.constant('publish' as const),
      key: fc.constantFrom('', 'a', 'a', 'b'),
      matches: fc.constantFrom(true, true, true, false),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  often(5, fc.record({ kind: fc.constant('pull' as const), max: fc.integer({ min: 1, max: 6 }) })),
  often(6, fc.record({ kind: fc.constant('acknowledge' as const), pick: fc.nat(3) })),
  often(3, fc.record({ kind: fc.constant('nack' as const), pick: fc.nat(5) })),
  often(
    1,
    fc.record({
      kind: fc.constant('extend' as const),
      pick: fc.nat(5),
      ms: fc.integer({ min: 1, max: 30_000 }),
    }),
  ),
  often(3, fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 500, 4_000, 10_000) })),
  often(1, fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(45_000, 601_000) })),
  often(1, fc.record({ kind: fc.constant('seek' as const), agoMs: fc.constantFrom(-1, 0, 500, 20_000) })),
);

const settings: fc.Arbitrary<SubscriptionSettings> = fc
  .record({
    isOrdered: fc.boolean(),
    retainsAcknowledged: fc.boolean(),
    retry: fc.constantFrom(undefined, { minimumMs: 1_000, maximumMs: 5_000 }),
    maxDeliveryAttempts: fc.constantFrom(undefined, 2, 3),
  })
  .map((fields) => ({ ...SETTINGS, ...fields, filter: compileFilter('attributes:wanted') }));

/** Applies a step to both. Picks the n-th last acknowledgement id, which may have expired. */
function compareSteps(chosen: SubscriptionSettings, steps: readonly Step[]): void {
  const forwarded: [number, number][] = [];
  const state = new SubscriptionState(chosen, ({ sequence }, attempts) => {
    forwarded.push([sequence, attempts]);
    return true;
  });
  const model = new SubscriptionModel(chosen);
  const ackIds: string[] = [];
  let nowMs = 1_000_000;
  let published = 0;
  for (const each of steps) {
    const ackId = 'pick' in each ? ackIds.at(-1 - each.pick) : undefined;
    if (each.kind === 'publish') {
      const attributes: Record<string, string> = each.matches ? { wanted: '' } : {};
      const fields = { orderingKey: each.key, attributes, publishTimeMs: nowMs };
      const messages = Array.from({ length: each.count }, () => {
        published += 1;
        return message(published, fields);
      });
      state.publish(messages);
      for (const one of messages) model.publish(one);
    } else if (each.kind === 'pull') {
      const expected = model.pull(each.max, nowMs);
      const actual = state.pull({ maxMessages: each.max }, nowMs);
      expect(
        actual.map((delivery) => ({
          ackId: delivery.ackId,
          sequence: delivery.message.sequence,
          attempt: delivery.attempt,
        })),
      ).toEqual(expected);
      ackIds.push(...actual.map((delivery) => delivery.ackId));
    } else if (each.kind === 'wait') {
      nowMs += each.ms;
    } else if (each.kind === 'seek') {
      state.seekToTime(nowMs - each.agoMs, [], nowMs);
      model.seekToTime(nowMs - each.agoMs, nowMs);
    } else if (ackId !== undefined) {
      const deadlineMs = each.kind === 'extend' ? each.ms : 0;
      const isDone =
        each.kind === 'acknowledge'
          ? model.acknowledge(ackId, nowMs)
          : model.modifyAckDeadline(ackId, deadlineMs, nowMs);
      const expired =
        each.kind === 'acknowledge'
          ? state.acknowledge([ackId], nowMs)
          : state.modifyAckDeadline([ackId], deadlineMs, nowMs);
      expect(expired).toEqual(isDone ? [] : [ackId]);
    }
    state.expire(nowMs);
    model.passTime(nowMs);
    expect(state.unacknowledged.map(({ sequence }) => sequence)).toEqual(model.unacknowledged);
    expect(forwarded).toEqual(model.deadLetters);
  }
}

describe('SubscriptionState and a naive model', () => {
  it(`deliver, acknowledge, expire, forward and seek alike in ${RUNS} random histories`, () => {
    fc.assert(
      fc.property(settings, fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), compareSteps),
      {
        numRuns: RUNS,
      },
    );
  });
});
