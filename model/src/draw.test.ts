import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitmentOf, findDrawProblem, rankTickets, ticketsDigest } from './draw.ts';
import type { PublishedDraw } from './drop.ts';

const ticketsOf = (count: number) => Array.from({ length: count }, (_, index) => `ticket-${index}`);

async function publish(seed: string, tickets: readonly string[]): Promise<PublishedDraw> {
  return {
    ...{ dropId: 'drop', title: 'Drop', units: 2, seed, tickets: tickets.length },
    commitment: await commitmentOf(seed),
    ticketsDigest: await ticketsDigest(tickets),
    ranking: await rankTickets(seed, tickets),
  };
}

describe('rankTickets', () => {
  it('gives every ticket every place equally often, over 1,000 draws: chi-square with p > 0.01', async () => {
    const [tickets, draws] = [ticketsOf(10), 1_000];
    const counts = tickets.map(() => tickets.map(() => 0));
    for (let draw = 0; draw < draws; draw += 1)
      for (const [place, ticket] of (await rankTickets(`seed ${draw}`, tickets)).entries())
        (counts[tickets.indexOf(ticket)] as number[])[place] =
          ((counts[tickets.indexOf(ticket)] as number[])[place] as number) + 1;
    const expected = draws / tickets.length;
    const chiSquare = counts.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 81 degrees of freedom: 113.5 is exceeded in one of 100 uniform draws.
    expect(chiSquare).toBeLessThan(113.5);
  });

  it('returns the same order for the same seed and tickets, whatever their input order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{8}$/), { maxLength: 20 }),
        async (seed, tickets) => {
          const ranked = await rankTickets(seed, tickets);
          expect(await rankTickets(seed, [...tickets].reverse())).toEqual(ranked);
          expect([...ranked].sort()).toEqual([...tickets].sort());
        },
      ),
    );
  });

  it('matches an order computed with sha256sum from seed, digest and tickets', async () => {
    expect(await rankTickets('5eed5', ['aa', 'bb', 'cc'])).toEqual(['aa', 'cc', 'bb']);
  });
});

describe('findDrawProblem', () => {
  it('finds no problem in a draw that was published unchanged', async () => {
    expect(await findDrawProblem(await publish('seed', ticketsOf(30)))).toBeUndefined();
  });

  it.each<[string, (draw: PublishedDraw) => Partial<PublishedDraw>, RegExp]>([
    ['another seed', () => ({ seed: 'other' }), /seed/],
    ['a ticket less', ({ ranking }) => ({ ranking: ranking.slice(1) }), /not those that took part/],
    ['a ticket twice', ({ ranking }) => ({ ranking: [...ranking.slice(1), ranking[1] as string] }), /twice/],
    [
      'two places that are exchanged',
      ({ ranking: [a = '', b = '', ...rest] }) => ({ ranking: [b, a, ...rest] }),
      /^Place 1 belongs to ticket/,
    ],
  ])('finds %s', async (_, change, problem) => {
    const draw = await publish('seed', ticketsOf(5));
    expect(await findDrawProblem({ ...draw, ...change(draw) })).toMatch(problem);
  });
});
