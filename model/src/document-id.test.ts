import { describe, expect, it } from 'vitest';
import { DocumentIdSchema } from './document-id.ts';

describe('DocumentIdSchema', () => {
  it.each(['boss-rush-tee', '...', '_x_', '__x', 'x__', 'é', 'a.b'])('accepts %j', (id) => {
    expect(DocumentIdSchema.safeParse(id).success).toBe(true);
  });

  it.each(['', '.', '..', '____', '__x__', '__\n__', 'a/b', '../users/x', 'x'.repeat(201), 7, null])(
    'rejects %j, which Firestore reserves or which names another document',
    (id) => {
      expect(DocumentIdSchema.safeParse(id).success).toBe(false);
    },
  );
});
