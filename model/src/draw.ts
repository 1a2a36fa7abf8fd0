// The draw of a drop. Its order follows from a seed and the tickets of those who entered, so that
// anybody can repeat it:
//
//   before   the shop publishes commitment = SHA-256(seed)
//   closed   digest = SHA-256(the sorted tickets, one a line)
//   drawn    each ticket has the key SHA-256(seed + ':' + digest + ':' + ticket);
//            units go to the lowest keys; seed, digest and the order are published
//
// The shop cannot choose a seed once it knows the tickets, and a seed cannot be prepared for
// tickets, because every further one changes all keys. Whoever knows the seed and all tickets could
// add the one that wins, at the end: docs/decisions/0078-drops.md. Hashes are in hexadecimal.
import type { PublishedDraw } from './drop.ts';

/** Hashes that are computed concurrently. */
const BATCH = 2_000;

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => string | Promise<string>;

/** The browsers' implementation. Node has a faster, synchronous one. */
async function webSha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The commitment to the seed that is published before the draw. */
export const commitmentOf = (seed: string) => webSha256(seed);

/** The published digest of the tickets. */
export async function ticketsDigest(tickets: readonly string[], sha256: Sha256 = webSha256): Promise<string> {
  return sha256([...tickets].sort().join('\n'));
}

/** The tickets in the order of the draw, independent of the input order. */
export async function rankTickets(
  seed: string,
  tickets: readonly string[],
  sha256: Sha256 = webSha256,
): Promise<string[]> {
  const digest = await ticketsDigest(tickets, sha256);
  const ranked: { readonly ticket: string; readonly key: string }[] = [];
  for (let start = 0; start < tickets.length; start += BATCH)
    ranked.push(
      ...(await Promise.all(
        tickets
          .slice(start, start + BATCH)
          .map(async (ticket) => ({ ticket, key: await sha256(`${seed}:${digest}:${ticket}`) })),
      )),
    );
  return ranked.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ ticket }) => ticket);
}

/** The problem with a published draw; undefined if it can be reproduced. */
export async function findDrawProblem(draw: PublishedDraw): Promise<string | undefined> {
  if ((await commitmentOf(draw.seed)) !== draw.commitment)
    return 'The seed is not the one that was committed to before the draw.';
  if (new Set(draw.ranking).size !== draw.ranking.length) return 'A ticket is listed twice.';
  if (draw.ranking.length !== draw.tickets || (await ticketsDigest(draw.ranking)) !== draw.ticketsDigest)
    return 'The tickets are not those that took part.';
  const ranked = await rankTickets(draw.seed, draw.ranking);
  const wrong = ranked.findIndex((ticket, index) => ticket !== draw.ranking[index]);
  return wrong < 0 ? undefined : `Place ${wrong + 1} belongs to ticket ${ranked[wrong]}.`;
}
