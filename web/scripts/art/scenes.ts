// The larger drawings of the shop in pixels, as SVG: hero, social image, app icon.
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

/** The hero of the home page: a floating island with the save-point crystal. */
export function drawHero(): string {
  const c = new PixelCanvas(96);
  stars(c, 60, 70);
  for (const [radius, color] of [
    [40, '#1b1050'],
    [33, '#25176a'],
    [26, '#332189'],
    [19, '#452db0'],
  ] as const)
    c.disc(48, 34, radius, color);
  for (let ray = 0; ray < 12; ray += 1) {
    const angle = (ray * Math.PI) / 6 + 0.13;
    c.line(
      48 + Math.cos(angle) * 22,
      34 + Math.sin(angle) * 22,
      48 + Math.cos(angle) * 29,
      34 + Math.sin(angle) * 29,
      '#7c5cff',
      ray % 3 === 0 ? 2 : 1,
    );
  }
  c.polygon(
    [
      [8, 72],
      [88, 72],
      [74, 84],
      [56, 94],
      [40, 94],
      [20, 83],
    ],
    '#4a2b1c',
  ).polygon(
    [
      [16, 78],
      [80, 78],
      [70, 85],
      [52, 93],
      [40, 92],
    ],
    '#371e14',
  );
  c.polygon(
    [
      [4, 70],
      [18, 64],
      [78, 64],
      [92, 70],
      [86, 75],
      [10, 75],
    ],
    '#1fae72',
  ).rect(10, 74, 76, 2, '#147a50');
  for (let x = 10; x < 86; x += 5) c.rect(x, 75, 2, 2 + (x % 3), '#147a50');
  for (const [x, y] of [
    [14, 68],
    [24, 71],
    [72, 70],
    [82, 69],
    [66, 72],
    [33, 66],
  ] as const)
    c.rect(x, y, 1, 2, '#5df5cb').set(x + 1, y - 1, '#ffd23f');
  for (const [rx, color] of [
    [27, '#8d86b8'],
    [22, '#b9b3e0'],
    [17, '#5a2df5'],
    [12, '#35f2bd'],
  ] as const) {
    c.fillWhere((x, y) => ((x - 47.5) / rx) ** 2 + ((y - 67) / (rx / 4.2)) ** 2 <= 1, color);
  }
  drawCrystal(c, 48, 9, 16, 50);
  for (const side of [-1, 1]) {
    const x = 48 + side * 33;
    c.rect(x - 3, 48, 7, 20, '#6f68a0')
      .rect(x - 3, 48, 2, 20, '#8d86b8')
      .rect(x - 4, 46, 9, 3, '#b9b3e0')
      .rect(x - 4, 66, 9, 3, '#b9b3e0');
    c.rect(x - 1, 40, 3, 5, '#ff9f3d').rect(x, 38, 1, 6, '#ffe66d');
  }
  const heart = ['.xx.xx.', 'xxxxxxx', 'xxxxxxx', '.xxxxx.', '..xxx..', '...x...'];
  for (let life = 0; life < 3; life += 1)
    c.sprite(4 + life * 9, 4, heart, { x: life < 2 ? '#ff4d6d' : '#4b3f86' });
  drawText(c, 'SAVE?', 73, 5, '#ffffff');
  return svg(c, 10, '#120a38');
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
  drawText(c, 'GAMING MERCHANDISE', 49, 56, '#a78bff');
  return svg(c, 10, '#120a38');
}

/** The app icon, a square. */
export function drawAppIcon(): string {
  const c = new PixelCanvas(32);
  c.disc(15.5, 15.5, 13, '#25176a');
  drawCrystal(c, 16, 4, 7, 24);
  return svg(c, 16, '#0b0b14');
}
