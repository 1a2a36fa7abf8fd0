import { describe, expect, it } from 'vitest';
import { toBackendError } from './backend-error.ts';

describe('toBackendError', () => {
  it("removes the HTTP status that the Functions SDK appends to the server's message", () => {
    const thrown = Object.assign(new Error('Choose a JPEG file. [400]'), {
      code: 'functions/invalid-argument',
    });
    expect(toBackendError(thrown)).toEqual({ code: 'invalid-argument', message: 'Choose a JPEG file.' });
  });

  it('keeps the messages of other errors', () => {
    const thrown = Object.assign(new Error('Not there [404]'), { code: 'firestore/not-found' });
    expect(toBackendError(thrown)).toEqual({ code: 'not-found', message: 'Not there [404]' });
  });
});
