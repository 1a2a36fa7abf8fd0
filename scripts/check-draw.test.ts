import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentOf, rankTickets, ticketsDigest } from '@savepoint/model/draw';
import { afterAll, expect, it } from 'vitest';
import { checkDraw } from './check-draw.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-draw-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('check-draw lists the first entries, and reports the problem with a modified file', async () => {
  const tickets = ['aa', 'bb', 'cc'];
  const draw = {
    ...{ dropId: 'golden', title: 'Golden', units: 2, seed: '5eed5', tickets: 3 },
    commitment: await commitmentOf('5eed5'),
    ticketsDigest: await ticketsDigest(tickets),
    ranking: await rankTickets('5eed5', tickets),
  };
  const file = join(folder, 'draw.json');
  writeFileSync(file, JSON.stringify(draw));
  expect((await checkDraw(file)).slice(1)).toEqual(['1. aa', '2. cc']);
  writeFileSync(file, JSON.stringify({ ...draw, seed: 'other' }));
  await expect(checkDraw(file)).rejects.toThrow('The seed is not the one');
});
