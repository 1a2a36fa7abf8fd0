import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DropFields,
  dueState,
  type Entrant,
  findDropChangeProblem,
  findDropProblem,
  findEntryRefusal,
  type StoredDrop,
} from './drop.ts';
import { newBooks } from './drop-entry.ts';
import { dropPhase, placeInLine, servedUntil } from './drop-phase.ts';

const FIELDS: DropFields = {
  title: 'Golden Ronin',
  productId: 'tee',
  kind: 'draw',
  units: 10,
  limitPerPerson: 2,
  opensAt: '2026-12-01T12:00:00.000Z',
  closesAt: '2026-12-01T14:00:00.000Z',
  payMinutes: 60,
};
const DROP: StoredDrop = { ...FIELDS, state: 'announced' };
const at = (time: string) => new Date(`2026-12-01T${time}:00Z`);
const BOOKS = newBooks(10);

describe('dropPhase', () => {
  it.each<[string, Partial<StoredDrop>, string]>([
    ['11:59', {}, 'announced'],
    ['12:00', {}, 'open'],
    ['13:59', {}, 'open'],
    ['14:00', {}, 'drawing'],
    ['14:00', { kind: 'line' }, 'selling'],
    ['15:00', { state: 'selling' }, 'selling'],
    ['13:00', { state: 'ended' }, 'ended'],
    ['13:00', { isStopped: true }, 'stopped'],
    ['13:00', { isStopped: true, state: 'ended' }, 'stopped'],
  ])('is, at %s with %j, %s', (time, more, phase) => {
    expect(dropPhase({ ...DROP, ...more }, at(time))).toBe(phase);
  });
});

describe('placeInLine', () => {
  const line = { kind: 'line', opensAt: FIELDS.opensAt } as const;
  const minute = fc.integer({ min: 0, max: 15 * 60_000 - 1 });
  const ticket = fc.stringMatching(/^[0-9a-f]{32}$/);
  const inRoom = (ms: number) => new Date(at('11:45').getTime() + ms);

  it('follows from the ticket in the waiting room, whenever it is entered, and is before all later ones', () => {
    fc.assert(
      fc.property(ticket, minute, minute, (own, one, other) => {
        const place = placeInLine(line, own, inRoom(one));
        expect(placeInLine(line, own, inRoom(other))).toEqual(place);
        expect(place.getTime()).toBeGreaterThanOrEqual(at('11:45').getTime());
        expect(place.getTime()).toBeLessThan(placeInLine(line, own, at('12:00')).getTime());
        // Not served before the opening, as those with early access are.
        expect(place.getTime()).toBeGreaterThan(servedUntil(line, inRoom(one))?.getTime() ?? 0);
      }),
    );
  });

  it('is the time of the entry before and after the waiting room, and in a draw', () => {
    for (const time of ['11:44', '12:00', '13:00'])
      expect(placeInLine(line, 'ffffffff', at(time))).toEqual(at(time));
    expect(placeInLine({ ...line, kind: 'draw' }, 'ffffffff', at('11:50'))).toEqual(at('11:50'));
    expect(servedUntil(line, at('12:00'))).toBeUndefined();
  });
});

describe('dueState', () => {
  const all = { ...BOOKS, issued: 10 };
  it.each<[string, string, Partial<StoredDrop>, object, boolean, string]>([
    ['a draw that is open', '13:00', {}, {}, true, 'announced'],
    ['a draw that has closed', '14:00', {}, {}, true, 'drawing'],
    ['a draw that is being made', '15:00', { state: 'drawing' }, {}, true, 'drawing'],
    ['a line that has closed', '14:00', { kind: 'line' }, {}, true, 'selling'],
    ['a line that closes and nobody is in', '14:00', { kind: 'line' }, {}, false, 'selling'],
    ['an open line that nobody is in', '13:00', { kind: 'line' }, {}, false, 'announced'],
    ['an open line that has sold all', '13:00', { kind: 'line' }, { ...all, sold: 10 }, true, 'ended'],
    ['winners who can order', '15:00', { state: 'selling' }, { ...all, sold: 9 }, false, 'selling'],
    ['somebody who waits', '15:00', { state: 'selling' }, {}, true, 'selling'],
    ['nobody who has or waits', '15:00', { state: 'selling' }, {}, false, 'ended'],
    ['a stop before anybody has a unit', '13:00', { isStopped: true }, {}, true, 'ended'],
    ['a stop while somebody has one', '13:00', { isStopped: true }, { issued: 1 }, true, 'announced'],
  ])('with %s', (_, time, more, books, isWaiting, state) => {
    expect(dueState({ ...DROP, ...more }, { ...BOOKS, ...books }, isWaiting, at(time))).toBe(state);
  });
});

describe('findEntryRefusal', () => {
  const ada: Entrant = { email: 'ada@example.com', isVerified: true, units: 1 };
  const early = { hours: 1, emails: ['ada@example.com'], code: 'VIP' };
  it.each<[string, Partial<StoredDrop>, Partial<Entrant>, string | undefined]>([
    ['11:59', {}, {}, 'early'],
    ['11:44', { kind: 'line' }, {}, 'early'],
    ['11:45', { kind: 'line' }, {}, undefined],
    ['11:45', { kind: 'line' }, { isVerified: false }, 'unverified'],
    ['12:00', {}, {}, undefined],
    ['14:00', {}, {}, 'closed'],
    ['12:00', { isStopped: true }, {}, 'stopped'],
    ['12:00', {}, { isVerified: false }, 'unverified'],
    ['12:00', {}, { email: undefined }, 'unverified'],
    ['12:00', {}, { units: 3 }, 'over-limit'],
    ['10:59', { earlyAccess: early }, {}, 'early'],
    ['11:00', { earlyAccess: early }, {}, undefined],
    ['11:00', { earlyAccess: early }, { isVerified: false }, 'early'],
    ['11:00', { earlyAccess: early }, { email: 'eve@example.com' }, 'early'],
    ['11:00', { earlyAccess: early }, { email: 'eve@example.com', code: 'VIPS' }, 'early-code'],
    ['11:00', { earlyAccess: early }, { email: 'eve@example.com', code: 'VIP' }, undefined],
    ['11:00', { earlyAccess: { hours: 1, emails: [] } }, { code: undefined, email: '' }, 'early'],
  ])('is, at %s for %j and %j, %s', (time, more, entrant, refusal) => {
    expect(findEntryRefusal({ ...DROP, ...more }, { ...ada, ...entrant }, false, at(time))).toBe(refusal);
  });

  it.each([
    ['line', 'taken'],
    ['draw', undefined],
  ] as const)('is, for a %s whose units are all given out, %s', (kind, refusal) => {
    expect(findEntryRefusal({ ...DROP, kind }, ada, true, at('12:00'))).toBe(refusal);
  });
});

describe('the plan of a drop', () => {
  it.each<[Partial<DropFields>, string | undefined]>([
    [{}, undefined],
    [{ closesAt: FIELDS.opensAt }, 'closesAt'],
    [{ limitPerPerson: 10, units: 5 }, 'limitPerPerson'],
    [{ earlyAccess: { hours: 1, emails: [] } }, 'earlyAccess.emails'],
  ])('names the field that is wrong in %j', (change, field) => {
    expect(findDropProblem({ ...FIELDS, ...change })?.field).toBe(field);
  });

  it.each<[string, Partial<DropFields>, string | undefined]>([
    ['11:00', { units: 4, opensAt: '2026-12-01T11:30:00.000Z' }, undefined],
    ['11:00', { productId: 'mug' }, 'productId'],
    ['11:00', { kind: 'line' }, 'kind'],
    ['13:00', { units: 3 }, 'units'],
    ['13:00', { units: 4, closesAt: '2026-12-01T15:00:00.000Z' }, undefined],
    ['13:00', { opensAt: '2026-12-01T13:30:00.000Z' }, 'opensAt'],
    ['13:00', { limitPerPerson: 1 }, 'limitPerPerson'],
    ['14:00', { closesAt: '2026-12-01T15:00:00.000Z' }, 'closesAt'],
  ])('can at %s, with 4 units given out, change to %j or names %s', (time, change, field) => {
    const after = { ...FIELDS, ...change };
    expect(findDropChangeProblem(DROP, after, 4, at(time))?.field).toBe(field);
  });

  it('cannot change the opening of a line once people wait for it', () => {
    const line: StoredDrop = { ...DROP, kind: 'line' };
    const after: DropFields = { ...FIELDS, kind: 'line', opensAt: '2026-12-01T12:30:00.000Z' };
    expect(findDropChangeProblem(line, after, 0, at('11:44'))).toBeUndefined();
    expect(findDropChangeProblem(line, after, 0, at('11:45'))?.field).toBe('opensAt');
    expect(findDropChangeProblem(line, { ...FIELDS, kind: 'line' }, 0, at('11:45'))).toBeUndefined();
  });

  it('cannot change once the drop is over', () => {
    const ended: StoredDrop = { ...DROP, state: 'ended' };
    expect(findDropChangeProblem(ended, FIELDS, 0, at('15:00'))?.message).toMatch(/over/);
  });
});
