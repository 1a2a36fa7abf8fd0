// Colors of a product, from its tags: the shop has no other field for them, and search uses the
// same words. Print colors that differ from the product's are tagged like `gold print`: the search
// finds them, the filter does not list them.

/**
 * The filterable colors in display order, each before its synonyms. Kept short, because the first
 * page loads it.
 */
const COLORS =
  'black,gray grey,white,cream beige,brown,red,orange coral,yellow,gold,green,turquoise teal cyan,blue navy indigo,purple violet lavender,pink'
    .split(',')
    .map((terms) => terms.split(' '));

const toName = ([term = '']: readonly string[]) => term.charAt(0).toUpperCase() + term.slice(1);

/** The names of the colors. */
export const COLOR_NAMES: readonly string[] = COLORS.map(toName);

/** The distinct colors in tags: `navy` and `sky blue` are Blue, `pixel art` is none. */
export function colorsOf({
  tags = [],
}: {
  readonly tags?: readonly string[] | undefined;
}): readonly string[] {
  // A shade precedes its color.
  const named = tags.map((tag) => /^(?:\S+ )?(\S+)$/.exec(tag.toLowerCase())?.[1] ?? '');
  return COLORS.filter((terms) => terms.some((term) => named.includes(term))).map(toName);
}
