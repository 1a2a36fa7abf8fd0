import { describe, expect, it } from 'vitest';
import { consumeTokens } from '../../../functions/src/firestore/token-bucket.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';

describe('consumeTokens', () => {
  const limit = { purpose: 'test', burst: 2, perHour: 60 };
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
  const network = { purpose: 'network', burst: 1, perHour: 60 };

  it('takes a token of each subject or of none, and returns the longest wait', async () => {
    const store = new InMemoryDocumentStore();
    const take = (account: string, seconds: number) =>
      consumeTokens(
        store,
        [
          [limit, account],
          [network, 'home'],
        ],
        at(seconds),
      );
    expect(await take('ada', 0)).toBeUndefined();
    const before = new Map(store.documents);
    expect(await take('bob', 0)).toBe(60);
    expect(store.documents).toEqual(before);
    expect(await take('bob', 60)).toBeUndefined();
  });
});
