// Items of stoneware, metal, paper and plastic.
import { darker, lighter } from './color.ts';
import { area, cloth, type Good, inUnits, printAt, RAISED, seam, solid, stitches } from './good.ts';
import type { Piece } from './piece.ts';

const MUG = 'M300 330C300 296 780 296 780 330L764 890C760 946 700 972 540 972C380 972 320 946 316 890Z';
const HANDLE =
  'M772 440C900 410 980 480 972 600C964 730 860 800 758 790L760 716C830 720 884 680 890 600C894 530 850 500 770 516Z';

const mug: Good = ({ fabric }, print) => {
  // A cylinder: bands that get higher to the middle.
  const round = Array.from({ length: 40 }, (_, index) => {
    const share = (index + 0.5) / 40;
    const height = Math.sqrt(1 - (2 * share - 1) ** 2);
    return `<rect x="${296 + share * 488 - 6.6}" y="280" width="13.2" height="720" fill="rgb(${Math.round(255 * height)} 0 0)"/>`;
  }).join('');
  return [
    solid(fabric, HANDLE, {
      thickness: 1.8,
      roundness: 1.3,
      lift: 1.6,
      gloss: `<path d="${HANDLE}" fill="#fff" opacity=".06"/>`,
    }),
    solid(fabric, MUG, {
      ...{ thickness: 0.4, roundness: 0.5, lift: 2.2 },
      reliefs: [{ svg: round, height: 9, softness: 0.35 }],
      drawing: printAt(print, 540, 640, 396),
      gloss: `<path d="${MUG}" fill="#fff" opacity=".05"/>`,
    }),
    solid(lighter(fabric, 0.2), 'M300 330C300 284 780 284 780 330C780 376 300 376 300 330Z', {
      ...{ thickness: 0.2, roundness: 0.15, lift: 0.3 },
    }),
    solid('#2e1a12', 'M322 334C322 298 758 298 758 334C758 368 322 368 322 334Z', {
      ...{ thickness: 0, lift: 0.05 },
      drawing:
        '<path d="M322 334C322 298 758 298 758 334C700 312 380 312 322 334Z" fill="#0b0916" opacity=".7"/>',
    }),
  ];
};

const CARD =
  'M330 150H870C886 150 898 162 898 178V1022C898 1038 886 1050 870 1050H330C314 1050 302 1038 302 1022V178C302 162 314 150 330 150Z';
const disc = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}Z`;

const pin: Good = ({ fabric, backdrop }, print) => {
  const face = darker(backdrop, 0.68);
  return [
    inUnits({
      shape: area(CARD),
      ...{ color: '#fbf7ee', surface: 'paper', thickness: 0.1, roundness: 0.06 },
      drawing: `<rect x="302" y="150" width="600" height="150" fill="${fabric}"/><rect x="302" y="940" width="600" height="120" fill="${fabric}"/><circle cx="600" cy="224" r="24" fill="#0b0916" opacity=".6"/><path d="M600 962L626 994L600 1030L574 994Z" fill="#8be9ff"/>`,
    }),
    solid('#d9a520', disc(600, 620, 252), {
      ...{ thickness: 0.9, roundness: 0.5, lift: 1.6 },
      gloss: area(disc(600, 620, 252)).replace('/>', ' fill="#fff" opacity=".8"/>'),
    }),
    solid(face, disc(600, 620, 226), {
      ...{ thickness: 0.25, roundness: 0.2, lift: 0.25 },
      drawing: printAt(print, 600, 620, 312),
      reliefs: [
        {
          svg: printAt(print, 600, 620, 312).replaceAll(/fill="#[0-9a-f]+"/g, `fill="${RAISED}"`),
          height: 0.08,
          softness: 0.05,
        },
      ],
      gloss: area(disc(600, 620, 226)).replace('/>', ' fill="#fff" opacity=".22"/>'),
    }),
  ];
};

const MAT =
  'M96 300H1104C1124 300 1136 312 1136 332V900C1136 920 1124 932 1104 932H96C76 932 64 920 64 900V332C64 312 76 300 96 300Z';
const MOUSE =
  'M900 620C960 620 986 660 986 730C986 810 960 850 900 850C840 850 814 810 814 730C814 660 840 620 900 620Z';

const mat: Good = ({ fabric }, print) => {
  const keys = Array.from({ length: 44 }, (_, index) => {
    const [key, row] = [index % 11, Math.floor(index / 11)];
    const color =
      key === 0 && row === 0
        ? '#ef5468'
        : key === 10 && row === 2
          ? '#5a2df5'
          : (key * 3 + row) % 3 === 1
            ? '#d5cfe4'
            : '#f1eef8';
    return { x: 150 + key * 46, y: 640 + row * 50, color };
  });
  const rects = (fill: (color: string) => string) =>
    keys
      .map(
        ({ x, y, color }) => `<rect x="${x}" y="${y}" width="40" height="43" rx="7" fill="${fill(color)}"/>`,
      )
      .join('');
  const keyboard =
    'M148 618H652C662 618 670 626 670 636V826C670 836 662 844 652 844H148C138 844 130 836 130 826V636C130 626 138 618 148 618Z';
  return [
    cloth(fabric, MAT, {
      ...{ surface: 'canvas', thickness: 0.3, roundness: 0.12, waviness: 0.15 },
      drawing: `<circle cx="780" cy="470" r="420" fill="${lighter(fabric, 0.08)}"/><circle cx="780" cy="470" r="300" fill="${lighter(fabric, 0.16)}"/>${printAt(print, 790, 470, 300)}<g opacity=".5">${printAt(print, 250, 450, 130)}${printAt(print, 460, 400, 90)}</g>${stitches('M82 318H1118V914H82Z', fabric)}`,
      reliefs: [seam('M82 318H1118V914H82Z')],
    }),
    solid('#2c2745', keyboard, {
      thickness: 0.8,
      roundness: 0.3,
      lift: 1.4,
      drawing: rects((color) => color),
      reliefs: [{ svg: rects(() => RAISED), height: 0.4, softness: 0.07 }],
    }),
    solid('#f1eef8', MOUSE, {
      ...{ thickness: 2.6, roundness: 2.2, lift: 1.6 },
      drawing:
        '<path d="M900 622V700" stroke="#857d9f" stroke-width="4"/><rect x="889" y="650" width="22" height="44" rx="11" fill="#5a2df5"/>',
      reliefs: [seam('M900 622V700')],
    }),
  ];
};

const poster: Good = ({ fabric }, print) => [
  solid('#2a2130', 'M250 120H950V1060H250Z', { thickness: 1.2, roundness: 0.3, lift: 2.6 }),
  inUnits({
    shape: area('M278 148H922V1032H278Z'),
    ...{ color: '#fbf7ee', surface: 'paper', thickness: 0, lift: 0.15 },
    drawing: `<path d="M338 208H862V860H338Z" fill="${fabric}"/><circle cx="600" cy="534" r="230" fill="${lighter(fabric, 0.14)}"/>${printAt(print, 600, 534, 400)}<path d="M338 906H560M338 944H470" stroke="#544f68" stroke-width="9"/><path d="M836 894L858 924L836 958L814 924Z" fill="#5a2df5"/><path d="M278 148H922V176H306V1032H278Z" fill="#0b0916" opacity=".16"/>`,
    gloss: '<path d="M278 148H922V1032H278Z" fill="#fff" opacity=".05"/>',
  }),
];

const CHARM =
  'M600 440C760 440 880 560 880 720C880 880 760 1000 600 1000C440 1000 320 880 320 720C320 560 440 440 600 440Z';

const keychain: Good = ({ fabric }, print) => {
  const ring = (shape: string, lift: number): Piece =>
    inUnits({
      shape,
      ...{ color: '#b9b6c4', surface: 'smooth', thickness: 0.5, roundness: 0.4, lift },
      gloss: shape.replaceAll('stroke="#000"', 'stroke="#fff" opacity=".85"'),
    });
  return [
    ring('<circle cx="600" cy="204" r="112" fill="none" stroke="#000" stroke-width="24"/>', 1.2),
    ring(
      '<path d="M600 306V366" stroke="#000" stroke-width="16"/><ellipse cx="600" cy="400" rx="24" ry="40" fill="none" stroke="#000" stroke-width="13"/>',
      1,
    ),
    solid('#f4f1fb', CHARM, {
      ...{ thickness: 0.6, roundness: 0.3, lift: 1.4 },
      drawing: `<circle cx="600" cy="720" r="246" fill="${fabric}"/>${printAt(print, 600, 724, 330)}<circle cx="600" cy="466" r="16" fill="#6b6780"/>`,
      gloss: `<path d="${CHARM}" fill="#fff" opacity=".14"/>`,
    }),
  ];
};

export const HARD_GOODS: Readonly<Record<string, Good>> = { mug, pin, mat, poster, keychain };
