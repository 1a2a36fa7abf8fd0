// Colours of a product, from its tags: the shop has no other field for them, and a search finds
// products by the same words. What a print has on a product of another colour is tagged `gold
// print`: the search finds it, the filter does not list it.

/**
 * The colours that shoppers filter by, in the order in which they are shown, each before the other
 * words for it. Short: the first page loads it.
 */
const COLOURS =
  'black,grey gray,white,cream beige,brown,red,orange coral,yellow,gold,green,turquoise teal cyan,blue navy indigo,purple violet lavender,pink'
    .split(',')
    .map((terms) => terms.split(' '));

const toName = ([term = '']: readonly string[]) => term.charAt(0).toUpperCase() + term.slice(1);

/** The names of the colours. */
export const COLOUR_NAMES: readonly string[] = COLOURS.map(toName);

/** The colours that tags name, each once: `navy` and `sky blue` are Blue, `pixel art` is none. */
export function coloursOf({
  tags = [],
}: {
  readonly tags?: readonly string[] | undefined;
}): readonly string[] {
  // A shade comes before its colour.
  const named = tags.map((tag) => /^(?:\S+ )?(\S+)$/.exec(tag.toLowerCase())?.[1] ?? '');
  return COLOURS.filter((terms) => terms.some((term) => named.includes(term))).map(toName);
}
