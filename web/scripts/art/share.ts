// The panel beside the drawing of a product in its picture for link previews.
import { PixelCanvas } from './pixel-canvas.ts';
import { drawText } from './pixel-font.ts';
import { drawCrystal } from './prints.ts';

/** The size that link previews are made for (ogp.me, X and Facebook: 1.91 to 1). */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

const PIXEL = 10;
const COLUMNS = (SHARE_WIDTH - SHARE_HEIGHT) / PIXEL;
const ROWS = SHARE_HEIGHT / PIXEL;
const LINE_HEIGHT = 8;
const INK = '#120a38';

/** The panel as SVG: the name, a word a line, above the name of the shop. */
export function drawSharePanel(title: string, accent: string): string {
  const canvas = new PixelCanvas(COLUMNS, ROWS);
  const lines = title.toUpperCase().split(' ');
  lines.forEach((word, index) => {
    drawText(canvas, word, 4, 8 + index * LINE_HEIGHT, '#ffffff');
  });
  canvas.rect(4, 10 + lines.length * LINE_HEIGHT, 16, 1, accent);
  drawCrystal(canvas, 8, ROWS - 18, 4, 13);
  drawText(canvas, 'SAVEPOINT', 15, ROWS - 14, '#5df5cb');
  const [width, height] = [COLUMNS * PIXEL, ROWS * PIXEL];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${INK}"/>${canvas.toSvg(0, 0, PIXEL)}</svg>`;
}
