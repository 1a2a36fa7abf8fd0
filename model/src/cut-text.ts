/**
 * The beginning of a text, of at most `length` UTF-16 units, as schemas count them. A character that needs two is kept whole or left
 * out: half of one cannot be stored.
 *
 *   cutText('Max 🎮', 5)   'Max '
 */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text of at most `length` UTF-16 units, with an ellipsis where it was cut. */
export function abridge(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length - 1)}…`;
}
