// Pixel art for pages that have nothing to show, or something to celebrate. Each works on a white
// and on a dark page: its outline is a violet between the two.
import { PixelCanvas } from './pixel-canvas.ts';
import { drawCentredText, drawText } from './pixel-font.ts';
import { drawCrystal } from './prints.ts';

const LINE = '#7c5cff';
const PALE = '#efeaff';
const SHADE = '#c9b8ff';
const DEEP = '#5a2df5';
const SUN = '#ffc928';
const CORAL = '#ff6b81';
const MINT = '#20b892';
const WIDTH = 64;
const HEIGHT = 48;

const canvas = () => new PixelCanvas(WIDTH, HEIGHT);

/** The floor that everything stands on. */
function floor(c: PixelCanvas, from: number, to: number): void {
  c.rect(from, 45, to - from, 1, SHADE);
  for (let x = from + 2; x < to - 2; x += 5) c.rect(x, 47, 2, 1, SHADE);
}

/** Small crosses, as games show them around shiny things. */
function sparkle(c: PixelCanvas, x: number, y: number, color: string): void {
  c.rect(x - 1, y, 3, 1, color).rect(x, y - 1, 1, 3, color);
}

/** A bag with nothing in it. */
function emptyCart(): PixelCanvas {
  const c = canvas();
  c.polygon(
    [
      [16, 17],
      [48, 17],
      [52, 45],
      [12, 45],
    ],
    PALE,
  ).polygon(
    [
      [40, 17],
      [48, 17],
      [52, 45],
      [41, 45],
    ],
    SHADE,
  );
  c.outline(LINE).rect(17, 17, 30, 4, DEEP).rect(17, 18, 30, 1, LINE);
  for (const x of [23, 38]) c.rect(x, 9, 2, 17, LINE).rect(x, 25, 2, 2, SUN);
  c.rect(25, 6, 13, 2, LINE).rect(24, 7, 1, 2, LINE).rect(38, 7, 1, 2, LINE);
  drawCrystal(c, 32, 29, 5, 13);
  c.disc(49, 15, 6, CORAL);
  drawText(c, '0', 48, 13, '#ffffff');
  floor(c, 7, 57);
  return c;
}

const HEART = [
  '.xxx.xxx.',
  'xxxxxxxxx',
  'xxxxxxxxx',
  'xxxxxxxxx',
  '.xxxxxxx.',
  '..xxxxx..',
  '...xxx...',
  '....x....',
];
const HEART_LINE = [
  '.xxx.xxx.',
  'x...x...x',
  'x.......x',
  'x.......x',
  '.x.....x.',
  '..x...x..',
  '...x.x...',
  '....x....',
];

/** A shelf with empty heart containers, and one that waits to be filled. */
function emptyWishlist(): PixelCanvas {
  const c = canvas();
  c.sprite(6, 19, HEART, { x: PALE }, 2).sprite(6, 19, HEART_LINE, { x: SHADE }, 2);
  c.sprite(40, 19, HEART, { x: PALE }, 2).sprite(40, 19, HEART_LINE, { x: SHADE }, 2);
  c.sprite(23, 9, HEART, { x: PALE }, 2);
  for (let y = 9; y < 26; y += 1)
    for (let x = 23; x < 32; x += 1) if (c.get(x, y) === PALE) c.set(x, y, CORAL);
  c.rect(27, 13, 2, 2, '#ffd1da').sprite(23, 9, HEART_LINE, { x: LINE }, 2);
  sparkle(c, 47, 8, SUN);
  sparkle(c, 16, 8, SUN);
  c.rect(3, 38, 58, 3, DEEP).rect(3, 38, 58, 1, LINE).rect(9, 41, 4, 5, LINE).rect(51, 41, 4, 5, LINE);
  return c;
}

/** A chest with a lock. */
function lockedChest(): PixelCanvas {
  const c = canvas();
  c.rect(10, 12, 44, 32, '#b5793e').rect(13, 9, 38, 3, '#b5793e').rect(16, 8, 32, 1, '#b5793e');
  c.rect(10, 27, 44, 17, '#96602d').rect(10, 13, 44, 2, '#d29a5c').rect(14, 10, 36, 1, '#d29a5c');
  c.rect(10, 20, 44, 1, '#96602d').rect(10, 35, 44, 1, '#7a4a20');
  for (const x of [14, 46])
    c.rect(x, 9, 4, 35, SUN)
      .rect(x + 3, 9, 1, 35, '#c88a00')
      .rect(x, 12, 1, 1, '#fff1b8');
  c.rect(10, 25, 44, 3, SUN).rect(10, 27, 44, 1, '#c88a00').outline(LINE);
  c.rect(26, 21, 12, 13, LINE).rect(27, 22, 10, 11, '#ffe27a').rect(27, 31, 10, 2, '#c88a00');
  c.rect(31, 25, 2, 2, DEEP).rect(30, 26, 4, 2, DEEP).rect(31, 28, 2, 3, DEEP);
  sparkle(c, 6, 10, SUN);
  sparkle(c, 58, 17, SUN);
  floor(c, 5, 59);
  return c;
}

/** A screen that asks for another coin. */
function gameOver(): PixelCanvas {
  const c = canvas();
  c.rect(8, 2, 48, 36, SHADE).rect(6, 4, 52, 32, SHADE).rect(24, 38, 16, 4, SHADE).rect(18, 42, 28, 3, SHADE);
  c.rect(8, 34, 48, 3, '#a78bff').rect(24, 38, 16, 2, '#a78bff').outline(LINE);
  c.rect(10, 6, 44, 27, '#120a38');
  for (let y = 7; y < 33; y += 2) c.rect(10, y, 44, 1, '#1c1150');
  drawCentredText(c, 'GAME', 9, CORAL);
  drawCentredText(c, 'OVER', 16, CORAL);
  drawText(c, 'CONTINUE?', 14, 25, '#8be9ff');
  c.rect(48, 35, 3, 1, MINT).rect(53, 35, 2, 1, SUN);
  floor(c, 10, 54);
  return c;
}

/** The save point, reached. */
function saved(): PixelCanvas {
  const c = canvas();
  for (const [rx, ry, color] of [
    [22, 5, SHADE],
    [15, 3.4, LINE],
  ] as const)
    c.fillWhere((x, y) => {
      const d = ((x - 31.5) / rx) ** 2 + ((y - 41) / ry) ** 2;
      return d <= 1 && d > 0.72;
    }, color);
  drawCrystal(c, 32, 4, 11, 33);
  for (const [x, y, color] of [
    [12, 14, SUN],
    [52, 10, MINT],
    [8, 30, MINT],
    [55, 27, SUN],
    [20, 5, CORAL],
    [45, 33, CORAL],
  ] as const)
    sparkle(c, x, y, color);
  return c;
}

/** The drawing of each state, by the name of its file. */
export const STATES: Readonly<Record<string, () => PixelCanvas>> = {
  'empty-cart': emptyCart,
  'empty-wishlist': emptyWishlist,
  'locked-chest': lockedChest,
  'game-over': gameOver,
  saved,
};

/** A state as an SVG document, four units for each pixel. */
export function drawState(canvas: PixelCanvas): string {
  const [width, height] = [canvas.width * 4, canvas.height * 4];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" shape-rendering="crispEdges">${canvas.toSvg(0, 0, 4).replaceAll(' shape-rendering="crispEdges"', '')}</svg>\n`;
}
