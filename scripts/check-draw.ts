// `node scripts/check-draw.ts FILE|URL` repeats the draw of a drop. Anybody can do so with its
// draw.json, linked from the page of the drop. The draw itself is in model/src/draw.ts.
import { readFile } from 'node:fs/promises';
import { findDrawProblem } from '@savepoint/model/draw';
import type { PublishedDraw } from '@savepoint/model/drop';

async function read(source: string): Promise<PublishedDraw> {
  if (!/^https?:/.test(source)) return JSON.parse(await readFile(source, 'utf8'));
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} returned HTTP ${response.status}.`);
  return (await response.json()) as PublishedDraw;
}

/** The lines for the terminal. Throws an Error with a message for it if a draw is wrong. */
export async function checkDraw(source: string): Promise<string[]> {
  const draw = await read(source);
  const problem = await findDrawProblem(draw);
  if (problem !== undefined) throw new Error(problem);
  return [
    `${draw.title}: the seed and the order of all ${draw.tickets} tickets are right. The first ones:`,
    ...draw.ranking.slice(0, draw.units).map((ticket, place) => `${place + 1}. ${ticket}`),
  ];
}

const [source] = process.argv.slice(2);
if (import.meta.main)
  try {
    if (source === undefined) throw new Error('Usage: npm run check-draw -- FILE|URL');
    console.log((await checkDraw(source)).join('\n'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
