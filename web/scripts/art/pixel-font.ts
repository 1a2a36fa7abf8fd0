// A typeface of 5 pixels' height for text in drawings; most letters are 3 wide.
import type { Color, PixelCanvas } from './pixel-canvas.ts';

/** Five rows of bits, top first. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '010101111101101',
  B: '110101110101110',
  C: '011100100100011',
  D: '110101101101110',
  E: '111100110100111',
  F: '111100110100100',
  G: '011100101101011',
  H: '101101111101101',
  I: '111010010010111',
  K: '101101110101101',
  L: '100100100100111',
  M: '1000111011101011000110001',
  N: '110101101101101',
  O: '010101101101010',
  P: '110101110100100',
  Q: '010101101110011',
  R: '110101110101101',
  S: '011100010001110',
  T: '111010010010010',
  U: '101101101101111',
  V: '101101101101010',
  W: '1000110001101011010101010',
  X: '101101010101101',
  Y: '101101010010010',
  '0': '010101101101010',
  '1': '010110010010111',
  '2': '110001010100111',
  '3': '110001010001110',
  '7': '111001010010010',
  '9': '010101011001110',
  '!': '010010010000010',
  '?': '110001010000010',
  '+': '000010111010000',
};

const HEIGHT = 5;
const SPACE_WIDTH = 3;

function widthOf(letter: string): number {
  return (GLYPHS[letter]?.length ?? SPACE_WIDTH * HEIGHT) / HEIGHT;
}

/** Draws text with its top left corner at (x, y); unknown characters are blank. */
export function drawText(
  canvas: PixelCanvas,
  text: string,
  x: number,
  y: number,
  color: Color,
  scale = 1,
): void {
  let left = x;
  for (const letter of text) {
    const width = widthOf(letter);
    [...(GLYPHS[letter] ?? '')].forEach((bit, at) => {
      if (bit === '1')
        canvas.rect(left + (at % width) * scale, y + Math.floor(at / width) * scale, scale, scale, color);
    });
    left += (width + 1) * scale;
  }
}

/** The width of a text in pixels, without trailing space. */
function textWidth(text: string, scale = 1): number {
  return ([...text].reduce((sum, letter) => sum + widthOf(letter) + 1, 0) - 1) * scale;
}

/** Draws text centred horizontally. */
export function drawCentredText(canvas: PixelCanvas, text: string, y: number, color: Color, scale = 1): void {
  drawText(canvas, text, Math.round((canvas.width - textWidth(text, scale)) / 2), y, color, scale);
}
