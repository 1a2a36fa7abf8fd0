// The images of the large catalog: a silhouette, a motif and a color, as their names say
// ('mug-ghost-navy').
import { drawDetail, drawHoodie, drawLongSleeve, drawTee, type Palette, type Piece } from './garments.ts';
import {
  drawBeanie,
  drawCap,
  drawKeychain,
  drawMat,
  drawMug,
  drawPin,
  drawPoster,
  drawSocks,
  drawTote,
} from './goods.ts';
import { drawMotif, MOTIFS, type MotifName } from './motifs.ts';
import { PixelCanvas } from './pixel-canvas.ts';
import { inStudio } from './studio.ts';

const PALETTES: Readonly<Record<string, Palette>> = {
  navy: { fabric: '#1f2b5b', backdrop: '#ffb066' },
  black: { fabric: '#1b1825', backdrop: '#a78bff' },
  cream: { fabric: '#f6efdf', backdrop: '#ff8f70' },
  forest: { fabric: '#2f4f40', backdrop: '#f2dfae' },
  violet: { fabric: '#6a4be0', backdrop: '#ffe08a' },
  coral: { fabric: '#f4637a', backdrop: '#8be9ff' },
  sky: { fabric: '#9fd3f5', backdrop: '#5c57d6' },
  grey: { fabric: '#6d6a7d', backdrop: '#b8f0d8' },
};

/**
 * The garments are drawn for prints of 44 pixels: a motif stands in the middle of one, twice as
 * large.
 */
function asPrint(motif: PixelCanvas): PixelCanvas {
  const print = new PixelCanvas(44);
  for (let y = 0; y < motif.height; y += 1)
    for (let x = 0; x < motif.width; x += 1) {
      const color = motif.get(x, y);
      if (color !== undefined) print.rect(4 + x * 2, 2 + y * 2, 2, 2, color);
    }
  return print;
}

const printed =
  (piece: Piece): Piece =>
  (palette, motif) =>
    piece(palette, asPrint(motif));

const PIECES: Readonly<Record<string, Piece>> = {
  tee: printed(drawTee),
  longsleeve: printed(drawLongSleeve),
  hoodie: printed(drawHoodie),
  print: printed(drawDetail),
  cap: drawCap,
  beanie: drawBeanie,
  socks: drawSocks,
  tote: drawTote,
  mug: drawMug,
  pin: drawPin,
  mat: drawMat,
  poster: drawPoster,
  keychain: drawKeychain,
};

/** The drawing of an image by its name. Throws an Error that says which names there are. */
export function drawLargeImage(name: string): string {
  const [type = '', motif = '', color = ''] = name.split('-');
  const piece = PIECES[type];
  const palette = PALETTES[color];
  if (piece === undefined || palette === undefined || !MOTIFS.includes(motif as MotifName))
    throw new Error(
      `There is no image '${name}'. A name is TYPE-MOTIF-COLOR: of ${Object.keys(PIECES).join(', ')}; of ${MOTIFS.join(', ')}; of ${Object.keys(PALETTES).join(', ')}.`,
    );
  return inStudio(palette.backdrop, piece(palette, drawMotif(motif as MotifName)));
}
