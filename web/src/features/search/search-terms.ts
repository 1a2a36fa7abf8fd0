// Converts texts to the terms of the search index, in the same way for products and searches.

/** Words without meaning for a search. */
const IGNORED_TERMS = new Set(
  'a an and any are as at by for from has have i in is it its me my of on or some something that the their them this to with you your'.split(
    ' ',
  ),
);

/** Synonyms, each in the form that `normalizeTerm` returns. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['tee', 'tshirt', 'shirt'],
  ['hoodie', 'hoody', 'sweatshirt', 'sweater', 'jumper', 'pullover'],
  ['cap', 'hat', 'beanie'],
  ['mug', 'cup'],
  ['pin', 'badge', 'brooch'],
  ['poster', 'print', 'artwork'],
  ['mat', 'mousepad'],
  ['sleeve', 'armwarmer'],
  ['glove', 'mitten'],
  ['sock', 'stocking'],
  ['bag', 'tote', 'backpack'],
  ['grey', 'gray'],
  ['purple', 'violet', 'lavender'],
  ['turquoise', 'teal', 'cyan'],
  ['cream', 'beige'],
  ['navy', 'indigo'],
  ['collectible', 'collectable'],
  ['limited', 'exclusive'],
  ['game', 'gaming', 'gamer'],
  ['console', 'cartridge'],
  ['2xl', 'xxl'],
  ['3xl', 'xxxl'],
];

const synonymsByTerm = new Map(SYNONYMS.flatMap((group) => group.map((term) => [term, group] as const)));

/**
 * Splits a text at everything except letters and digits. 'T-shirt' and 't shirt' are one word, as
 * are other compounds in SYNONYMS.
 */
export function splitTerms(text: string): string[] {
  const joined = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\bt[\s-]?shirt/g, 'tshirt')
    .replace(/\b(arm|mouse)[\s-](warmer|pad)/g, '$1$2');
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The singular of a word from `splitTerms`; undefined for a meaningless word. */
export function normalizeTerm(term: string): string | undefined {
  if (IGNORED_TERMS.has(term)) return undefined;
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`;
  return term.length > 3 && /[^su]s$/.test(term) ? term.slice(0, -1) : term;
}

/** A word of a product, and its synonyms. */
export function withSynonyms(term: string): readonly string[] {
  return synonymsByTerm.get(term) ?? [term];
}
