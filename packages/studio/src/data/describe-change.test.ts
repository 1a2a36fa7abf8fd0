import { describe, expect, it } from 'vitest';
import { describeChange } from './describe-change.ts';
import type { DocumentChange } from './history-endpoints.ts';

function change(fields: Partial<DocumentChange>): DocumentChange {
  return {
    start_ms: 0,
    trace_id: 't',
    span_id: 's',
    principal: 'owner',
    user_id: null,
    change: 'update',
    before: null,
    after: null,
    truncated: null,
    ...fields,
  };
}

describe('describeChange', () => {
  it('lists only the fields that an update has added, changed and removed', () => {
    const { fields, version, problem } = describeChange(
      change({
        before: '{"same":{"booleanValue":true},"n":{"integerValue":"1"},"old":{"nullValue":null}}',
        after: '{"same":{"booleanValue":true},"n":{"integerValue":"2"},"new":{"stringValue":"x"}}',
      }),
    );
    expect(fields).toEqual([
      { name: 'n', before: '1', after: '2' },
      { name: 'new', before: undefined, after: '"x"' },
      { name: 'old', before: 'null', after: undefined },
    ]);
    expect(version).toEqual({
      same: { booleanValue: true },
      n: { integerValue: '2' },
      new: { stringValue: 'x' },
    });
    expect(problem).toBeUndefined();
  });

  it('contains the deleted version for a delete', () => {
    const { fields, version } = describeChange(
      change({ change: 'delete', before: '{"n":{"integerValue":"1"}}' }),
    );
    expect(fields).toEqual([{ name: 'n', before: '1', after: undefined }]);
    expect(version).toEqual({ n: { integerValue: '1' } });
  });

  it('shows a secret as redacted, at any depth, and restores no version with one', () => {
    const { fields, version, problem } = describeChange(
      change({
        change: 'create',
        after:
          '{"user":{"mapValue":{"fields":{"password":"[redacted]"}}},"card":{"integerValue":"[redacted]"}}',
      }),
    );
    expect(fields).toEqual([
      { name: 'card', before: undefined, after: '[redacted]' },
      { name: 'user', before: undefined, after: '{\n  "password": "[redacted]"\n}' },
    ]);
    expect(version).toBeUndefined();
    expect(problem).toMatch(/secret/);
  });

  it('says that the fields of a too large change are not stored', () => {
    const { fields, version, problem } = describeChange(change({ truncated: 1 }));
    expect([fields, version]).toEqual([[], undefined]);
    expect(problem).toMatch(/too large/);
  });

  it('truncates a long value but keeps the version complete', () => {
    const long = 'x'.repeat(5_000);
    const { fields, version } = describeChange(
      change({ change: 'create', after: JSON.stringify({ text: { stringValue: long } }) }),
    );
    expect(fields[0]?.after?.length).toBeLessThan(250);
    expect(version).toEqual({ text: { stringValue: long } });
  });
});
