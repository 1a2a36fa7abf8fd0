// Colors of a product, from its tags: the shop has no other field for them, and a search finds
// products by the same words. What a print has on a product of another color is tagged `gold
// print`: the search finds it, the filter does not list it.

/**
 * The colors that shoppers filter by, in the order in which they are shown, each before the other
 * words for it. Short: the first page loads it.
 */
const COLORS =
  'black,gray grey,white,cream beige,brown,red,orange coral,yellow,gold,green,turquoise teal cyan,blue navy indigo,purple violet lavender,pink'
    .split(',')
    .map((terms) => terms.split(' '));

const toName = ([term = '']: readonly string[]) => term.charAt(0).toUpperCase() + term.slice(1);

/** The names of the colors. */
export const COLOR_NAMES: readonly string[] = COLORS.map(toName);

/** The colors that tags name, each once: `navy` and `sky blue` are Blue, `pixel art` is none. */
export function colorsOf({
  tags = [],
}: {
  readonly tags?: readonly string[] | undefined;
}): readonly string[] {
  // A shade comes before its color.
  const named = tags.map((tag) => /^(?:\S+ )?(\S+)$/.exec(tag.toLowerCase())?.[1] ?? '');
  return COLORS.filter((terms) => terms.some((term) => named.includes(term))).map(toName);
}
