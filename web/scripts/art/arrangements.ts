// Several products in one picture: the categories and the lifestyle picture of the home page.
import {
  drawFigure,
  drawFolded,
  drawGloves,
  drawHung,
  drawSleeves,
  type Palette,
  type Wearer,
} from './garments.ts';
import type { PixelCanvas } from './pixel-canvas.ts';
import { PRINTS } from './prints.ts';
import { backdrop, blur, castShadow, clipTo, darker, frame, inStudio, lighter } from './studio.ts';

/** Who wears the clothes in the drawings. */
export const WEARERS = {
  ida: { skin: '#8d5a3b', hair: '#1c1320', style: 'long' },
  sam: { skin: '#e0a37e', hair: '#2b1d1a', style: 'short' },
  ben: { skin: '#f0c6a4', hair: '#7a4a2a', style: 'beard' },
  mei: { skin: '#f2c9a0', hair: '#241a2e', style: 'long' },
  kofi: { skin: '#6b4226', hair: '#120c10', style: 'beard' },
} as const satisfies Readonly<Record<string, Wearer>>;

function printOf(id: string): PixelCanvas {
  const print = PRINTS[id];
  if (print === undefined) throw new Error(`There is no print of '${id}'.`);
  return print();
}

const placed = (content: string, x: number, y: number, scale: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${turn} 600 600)">${content}</g>`;

/** Three tees on a rail. */
function apparel(): string {
  const tee = (id: string, fabric: string, x: number) => placed(drawHung(fabric, printOf(id)), x, 150, 0.74);
  return inStudio(
    '#6d4ee0',
    `<rect x="-20" y="196" width="1240" height="26" rx="13" transform="translate(10 40)" fill="#0b0916" opacity=".35" ${blur(14)}/>` +
      '<rect x="-20" y="226" width="1240" height="22" fill="#6b6780"/><rect x="-20" y="229" width="1240" height="7" fill="#d9d6e8"/>' +
      tee('pixel-ronin-tee', '#f7f3ea', -210) +
      tee('respawn-club-tee', '#ff6b81', 522) +
      tee('spirit-fox-tee', '#23305c', 156),
  );
}

/** Sleeves and gloves, laid out. */
function accessories(): string {
  const palette: Palette = { fabric: '#201c38', backdrop: '#ff9db4' };
  return inStudio(
    palette.backdrop,
    placed(drawSleeves(palette, printOf('combo-breaker-sleeves')), -40, -70, 0.72, -16) +
      placed(drawGloves({ ...palette, fabric: '#3d3a52' }, printOf('lag-slayer-gloves')), 330, 400, 0.72, 10),
  );
}

/** A folded tee, its map case and a numbered card. */
function collectibles(): string {
  const tube =
    'M0 0H760C784 0 800 34 800 66C800 98 784 132 760 132H0C-24 132 -40 98 -40 66C-40 34 -24 0 0 0Z';
  return inStudio(
    '#20b892',
    placed(drawFolded('#37503f', printOf('dungeon-map-tee')), -60, -70, 0.86, -6) +
      `<g transform="translate(300 860) rotate(-8)">${castShadow(tube, 0.5)}<path d="${tube}" fill="#c99d6b"/>` +
      clipTo(
        tube,
        `<path d="M-60 118H820" stroke="#0b0916" stroke-width="60" opacity=".4" ${blur(14)}/><path d="M-60 26H820" stroke="#ffffff" stroke-width="22" opacity=".45" ${blur(8)}/><path d="M-40 0H70V132H-40ZM690 0H800V132H690Z" fill="#5a2df5" opacity=".85"/>`,
      ) +
      '<g fill="none" stroke="#8a2a3a" stroke-width="7" opacity=".85"><circle cx="380" cy="66" r="46"/><path d="M360 46L400 86M400 46L360 86"/></g></g>' +
      `<g transform="rotate(11 930 420)"><rect x="776" y="250" width="300" height="420" rx="16" fill="#0b0916" opacity=".45" transform="translate(14 24)" ${blur(24)}/>` +
      '<rect x="776" y="250" width="300" height="420" rx="16" fill="#fffaf0"/><rect x="800" y="274" width="252" height="270" rx="8" fill="#150c36"/>' +
      `${printOf('arcade-dragon-tee').toSvg(816, 292, 5)}<path d="M804 584H950M804 622H900" stroke="#544f68" stroke-width="10"/><circle cx="1014" cy="606" r="34" fill="#ffd23f"/><circle cx="1014" cy="606" r="22" fill="none" stroke="#8a5c00" stroke-width="6"/></g>`,
  );
}

/** One tee in a spotlight. */
function limitedEditions(): string {
  return frame(
    backdrop('#1a1040') +
      `<path d="M420 -40H780L1120 1240H80Z" fill="#c5b3ff" opacity=".26" ${blur(40)}/><ellipse cx="600" cy="1130" rx="430" ry="60" fill="#c5b3ff" opacity=".4" ${blur(24)}/>` +
      placed(drawHung('#39457f', printOf('moonlit-shinobi-tee')), 60, 24, 0.9) +
      `<g transform="rotate(12 880 930)"><path d="M850 720L862 860" stroke="#f4f2ff" stroke-width="5"/><path d="M800 860H930L950 890V1030H780V890Z" fill="#0b0916" opacity=".5" transform="translate(8 14)" ${blur(8)}/>` +
      '<path d="M800 860H930L950 890V1030H780V890Z" fill="#ffd24d"/><circle cx="865" cy="884" r="11" fill="#1a1040"/><path d="M812 940H918M812 972H880" stroke="#8a5c00" stroke-width="10"/></g>',
  );
}

/** The image of each category, by slug. */
export const CATEGORY_IMAGES: Readonly<Record<string, () => string>> = {
  apparel,
  accessories,
  collectibles,
  'limited-editions': limitedEditions,
};

export const LIFESTYLE_SIZE = [1600, 1000] as const;

/** Three friends in tees on a rooftop, at night: the lifestyle picture of the home page. */
export function drawLifestyle(): string {
  const [width, height] = LIFESTYLE_SIZE;
  let seed = 11;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const lights = Array.from({ length: 64 }, () => {
    const color = ['#ffd23f', '#f15bb5', '#35f2bd', '#8be9ff', '#ff8a3d'][Math.floor(random() * 5)] as string;
    return `<circle cx="${Math.round(random() * width)}" cy="${Math.round(330 + random() * 520)}" r="${Math.round(10 + random() * 34)}" fill="${color}" opacity="${(0.14 + random() * 0.34).toFixed(2)}"/>`;
  });
  const towers = Array.from({ length: 15 }, (_, index) => {
    const top = Math.round(300 + random() * 260);
    return `<rect x="${index * 112 - 20}" y="${top}" width="${Math.round(76 + random() * 44)}" height="${height - top}"/>`;
  });
  const bulbs = Array.from({ length: 13 }, (_, index) => {
    const x = 40 + index * 128;
    const y = 60 + Math.sin((index / 12) * Math.PI) * 88;
    return `<circle cx="${x}" cy="${y + 16}" r="34" fill="#ffd98a" opacity=".5" ${blur(14)}/><circle cx="${x}" cy="${y + 16}" r="11" fill="#fff3c4"/>`;
  });
  const friend = (id: string, fabric: string, wearer: Wearer, x: number, y: number, scale: number) =>
    placed(drawFigure({ fabric, backdrop: '#2b1670' }, printOf(id), wearer), x, y, scale);
  return frame(
    `<defs><linearGradient id="dusk" x2="0" y2="1"><stop offset="0" stop-color="#170b45"/><stop offset=".5" stop-color="#4a1f8c"/><stop offset=".78" stop-color="#c0418f"/><stop offset="1" stop-color="#ff8a5c"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#dusk)"/><g fill="${darker('#3a1d6e', 0.4)}" opacity=".8" ${blur(8)}>${towers.join('')}</g><g ${blur(8)}>${lights.join('')}</g>` +
      `<path d="M-20 60Q800 238 1620 60" fill="none" stroke="#0b0916" stroke-width="4" opacity=".7"/>${bulbs.join('')}` +
      friend('pixel-ronin-tee', '#f7f3ea', WEARERS.kofi, -190, 34, 0.84) +
      friend('spirit-fox-tee', '#23305c', WEARERS.mei, 790, 36, 0.82) +
      friend('neon-mecha-tee', '#17142b', WEARERS.sam, 262, 20, 0.92) +
      `<rect width="${width}" height="${height}" fill="${lighter('#4a1f8c', 0.1)}" opacity=".1"/>`,
    LIFESTYLE_SIZE,
  );
}
