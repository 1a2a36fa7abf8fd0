/** Created on first use: few pages cut texts. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The beginning of a text, of at most `length` UTF-16 units, as schemas count them. What people see
 * as one character is kept whole or left out: half of a surrogate pair cannot be stored, and a part
 * of a family or of a letter with its accent is another text. Only a character that is longer than
 * `length` itself is cut, between its code points.
 *
 *   cutText('Max 🎮', 5)   'Max '
 *   cutText('Hi 👩‍👧', 5)   'Hi '
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const end = graphemes.segment(text).containing(length)?.index;
  return end ? text.slice(0, end) : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Shortens a text to at most `length` UTF-16 units, with an ellipsis where it was cut. */
export function abridge(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length - 1)}…`;
}
