import { expect, it } from 'vitest';
import { toDropInput } from './drop-form-values.ts';

const VALUES = {
  ...{ title: 'Golden', productId: 'tee', size: '', kind: 'line', units: '20', limitPerPerson: '1' },
  ...{ opensAt: '2026-12-01T12:00', closesAt: '', payMinutes: '60', hours: '', emails: '', code: '' },
};

it('toDropInput omits empty values, and keeps invalid ones for the schema to reject', () => {
  expect(toDropInput({ ...VALUES, units: 'many' })).toEqual({
    ...{ title: 'Golden', productId: 'tee', kind: 'line', units: Number.NaN, limitPerPerson: 1 },
    ...{ opensAt: new Date('2026-12-01T12:00').toISOString(), closesAt: undefined, payMinutes: 60 },
  });
});

it('toDropInput accepts addresses separated by lines, commas and spaces, each once', () => {
  const emails = 'ada@example.com, bob@example.com\nada@example.com;cy@example.com';
  expect(toDropInput({ ...VALUES, hours: '2', emails }).earlyAccess).toEqual({
    hours: 2,
    emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'],
  });
});
