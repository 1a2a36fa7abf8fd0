// A typeface of 3 by 5 pixels for text in drawings.
import type { Color, PixelCanvas } from './pixel-canvas.ts';

/** Five rows of three bits each, top first. */
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
  M: '101111111101101',
  N: '110101101101101',
  O: '010101101101010',
  P: '110101110100100',
  Q: '010101101110011',
  R: '110101110101101',
  S: '011100010001110',
  T: '111010010010010',
  U: '101101101101111',
  V: '101101101101010',
  W: '101101111111101',
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

const WIDTH = 3;

/** Draws text with its top left corner at (x, y); unknown characters are blank. */
export function drawText(
  canvas: PixelCanvas,
  text: string,
  x: number,
  y: number,
  color: Color,
  scale = 1,
): void {
  [...text].forEach((letter, index) => {
    const bits = GLYPHS[letter] ?? '';
    [...bits].forEach((bit, at) => {
      if (bit !== '1') return;
      const left = x + (index * (WIDTH + 1) + (at % WIDTH)) * scale;
      canvas.rect(left, y + Math.floor(at / WIDTH) * scale, scale, scale, color);
    });
  });
}

/** The width of a text in pixels, without trailing space. */
function textWidth(text: string, scale = 1): number {
  return (text.length * (WIDTH + 1) - 1) * scale;
}

/** Draws text centred horizontally. */
export function drawCentredText(canvas: PixelCanvas, text: string, y: number, color: Color, scale = 1): void {
  drawText(canvas, text, Math.round((canvas.width - textWidth(text, scale)) / 2), y, color, scale);
}
