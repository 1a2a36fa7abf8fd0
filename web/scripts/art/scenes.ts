// The larger drawings of the shop in pixels, as SVG: social image, app icon.
import { PixelCanvas } from './pixel-canvas.ts';
import { drawText } from './pixel-font.ts';
import { drawCrystal } from './prints.ts';

function svg(canvas: PixelCanvas, pixel: number, backdrop: string): string {
  const [width, height] = [canvas.width * pixel, canvas.height * pixel];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${backdrop}"/>${canvas.toSvg(0, 0, pixel)}</svg>`;
}

function stars(c: PixelCanvas, count: number, below: number): void {
  let seed = 7;
  for (let index = 0; index < count; index += 1) {
    seed = (seed * 16807) % 2147483647;
    const x = seed % c.width;
    seed = (seed * 16807) % 2147483647;
    const y = seed % below;
    c.set(x, y, ['#ffffff', '#a78bff', '#5df5cb', '#ffd23f'][index % 4] as string);
    if (index % 9 === 0)
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        c.set(x + dx, y + dy, '#6d4ee0');
  }
}

/** The Open Graph image of shared links. */
export function drawSocialImage(): string {
  const c = new PixelCanvas(120, 63);
  stars(c, 50, 60);
  for (const [radius, color] of [
    [24, '#25176a'],
    [18, '#452db0'],
  ] as const)
    c.disc(26, 30, radius, color);
  drawCrystal(c, 26, 8, 13, 44);
  drawText(c, 'SAVE', 52, 12, '#ffffff', 4);
  drawText(c, 'POINT', 52, 36, '#5df5cb', 3);
  drawText(c, 'GAMING MERCHANDISE', 43, 56, '#a78bff');
  return svg(c, 10, '#120a38');
}

/** The app icon, a square. */
export function drawAppIcon(): string {
  const c = new PixelCanvas(32);
  c.disc(15.5, 15.5, 13, '#25176a');
  drawCrystal(c, 16, 4, 7, 24);
  return svg(c, 16, '#0b0b14');
}
