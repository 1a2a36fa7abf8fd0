// JavaScript compares strings by UTF-16 code units, Firestore by UTF-8 bytes. The two orders differ
// only where a surrogate pair (U+10000 and above) meets U+E000..U+FFFF.

/** Negative, 0 or positive if `left` sorts before, equal to or after `right` by UTF-8 bytes. */
export function compareUtf8(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return a < 0xd800 || b < 0xd800 ? a - b : codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/**
 * Ranks surrogates (D800..DFFF) above E000..FFFF, because the code points that they encode sort
 * higher in UTF-8.
 */
function codePointRank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** The length of `text` in UTF-8 bytes, computed without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes, any other unit above U+07FF is three bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/**
 * Lexicographic order of bytes; a prefix sorts before any longer sequence. Negative, 0 or positive.
 */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const difference = (left[i] as number) - (right[i] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
