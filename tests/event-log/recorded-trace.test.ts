// The expectations that the kit exports for tests, on a running Firestore emulator and event log.
import { describe, expect, it } from 'vitest';
import {
  beginTrace,
  billedOperations,
  expectOperations,
  expectReads,
  expectTrace,
  firstMissing,
  type TestTrace,
} from '../../packages/stack/src/recording/expectations.ts';

const ROOT = `projects/${process.env.GCLOUD_PROJECT}/databases/(default)/documents`;
const COLLECTION = `expected-${process.pid}`;

async function send({ traceparent }: TestTrace, path: string, body: object): Promise<void> {
  const response = await fetch(`http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${ROOT}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json', traceparent },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

const write = (trace: TestTrace, ids: readonly string[]) =>
  send(trace, ':commit', {
    writes: ids.map((id) => ({ update: { name: `${ROOT}/${COLLECTION}/${id}`, fields: {} } })),
  });
const query = (trace: TestTrace) =>
  send(trace, ':runQuery', { structuredQuery: { from: [{ collectionId: COLLECTION }], limit: 50 } });

describe('the expectations of a test on its trace', { timeout: 60_000 }, () => {
  it('cover the reads and writes caused by the trace, and no other requests', async () => {
    const [trace, other] = [beginTrace(), beginTrace()];
    await write(trace, ['a', 'b', 'c']);
    await query(trace);
    await query(other);
    await query(other);
    expect(await expectReads(trace, 3)).toEqual({ reads: 3, writes: 3, deletes: 0 });
    await expectReads(trace, { atMost: 3 });
    await expectOperations(trace, { writes: 3, deletes: 0 });
    await expectReads(other, 6);
    await expectReads(beginTrace(), 0);
  });

  it('fail with the reads when a query is added', async () => {
    const trace = beginTrace();
    await query(trace);
    await query(trace);
    await expect(expectReads(trace, { atMost: 3 })).rejects.toThrow(
      new RegExp(
        `Expected at most 3 Firestore reads, recorded 6 in trace ${trace.id}:\\n +3 +runQuery ${COLLECTION} limit 50`,
      ),
    );
    await expect(expectReads(trace, 3)).rejects.toThrow(/Expected 3 Firestore reads, recorded 6/);
  });

  it('pass for operations in order', async () => {
    const trace = beginTrace();
    await write(trace, ['a']);
    await query(trace);
    const spans = await expectTrace(trace, ['commit', 'runQuery']);
    expect(billedOperations(spans)).toMatchObject({ writes: 1 });
    expect(firstMissing(spans, ['runQuery', 'commit'])).toBe('commit');
  });

  it('fail when an operation of the trace has failed', async () => {
    const trace = beginTrace();
    await expect(
      send(trace, ':runQuery', { structuredQuery: {}, readTime: '1999-01-01T00:00:00Z' }),
    ).rejects.toThrow();
    await expect(expectTrace(trace, ['never'])).rejects.toThrow(/runQuery failed in trace/);
  });
});
