// What is not a tee, for the large catalog. Drawings are in units of half a millimeter, 1200 wide,
// around the middle.
import { darker, lighter, lightness } from './color.ts';
import type { Fold } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Piece } from './piece.ts';
import type { PixelCanvas } from './pixel-canvas.ts';

/** The colors of a thing and of what it lies on. */
export interface Palette {
  readonly fabric: string;
  readonly backdrop: string;
}

/** The pieces of a thing, in the order in which they are laid down. */
export type Good = (palette: Palette, print: PixelCanvas) => readonly Piece[];

const UNIT_CM = 0.05;
const units = (svg: string) => `<g transform="scale(${UNIT_CM}) translate(-600 -600)">${svg}</g>`;
const area = (d: string) => `<path d="${d}"/>`;
const printAt = (print: PixelCanvas, x: number, y: number, width: number) =>
  print.toSvg(x - width / 2, y - width / 2, width / print.width);
const RAISED = '#ff0000';
const SUNKEN = '#0000ff';

/** A piece whose drawings are in units. */
function inUnits(piece: Piece): Piece {
  const wrap = (svg: string | undefined) => (svg === undefined ? undefined : units(svg));
  const layers = { drawing: wrap(piece.drawing), ink: wrap(piece.ink), gloss: wrap(piece.gloss) };
  return {
    ...piece,
    shape: units(piece.shape),
    ...Object.fromEntries(Object.entries(layers).filter(([, svg]) => svg !== undefined)),
    reliefs: (piece.reliefs ?? []).map((relief) => ({ ...relief, svg: units(relief.svg) })),
  };
}

const cloth = (color: string, d: string, more: Partial<Piece> = {}): Piece =>
  inUnits({ shape: area(d), color, surface: 'jersey', thickness: 0.35, roundness: 0.3, ...more });
const solid = (color: string, d: string, more: Partial<Piece> = {}): Piece =>
  inUnits({ shape: area(d), color, surface: 'smooth', thickness: 0.3, roundness: 0.2, ...more });

const threadOf = (color: string) => (lightness(color) < 0.35 ? lighter(color, 0.18) : darker(color, 0.18));
const seam = (d: string) => ({
  svg: `<path d="${d}" fill="none" stroke="${SUNKEN}" stroke-width="5"/>`,
  height: 0.08,
  softness: 0.06,
});
const stitches = (d: string, color: string) =>
  `<path d="${d}" fill="none" stroke="${threadOf(color)}" stroke-width="3" stroke-dasharray="8 4" opacity=".85"/>`;
const inked = (print: PixelCanvas, x: number, y: number, width: number) => {
  const svg = printAt(print, x, y, width);
  return { ink: svg, drawing: svg };
};

/** Folds without an order, within a box of units. */
function folds(
  name: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
  count: number,
): Fold[] {
  const random = createRandom(seedOf(name));
  const place = (x: number, y: number) => [(x - 600) * UNIT_CM, (y - 600) * UNIT_CM] as const;
  return Array.from({ length: count }, (): Fold => {
    const x = left + random() * (right - left);
    const y = top + random() * (bottom - top);
    const lean = (random() - 0.5) * 160;
    const long = 120 + random() * 260;
    return {
      from: place(x, y),
      by: place(x + lean * 0.2, y + long / 2),
      to: place(x + lean, y + long),
      width: 0.6 + random() * 0.8,
      height: (0.12 + random() * 0.2) * (random() < 0.5 ? -0.8 : 1),
    };
  });
}

const ribsOf = (from: number, to: number, y: number, height: number, step = 12) =>
  Array.from(
    { length: Math.floor((to - from) / step) },
    (_, index) =>
      `<path d="M${from + index * step} ${y}V${y + height}" stroke="${RAISED}" stroke-width="6"/>`,
  ).join('');
const ribs = (svg: string) => ({ svg, height: 0.09, softness: 0.05 });

const HOODIE =
  'M452 250C500 300 700 300 748 250L872 286C950 316 996 380 1016 470L1090 900C1054 926 1000 936 952 926L898 600C892 760 896 900 902 1040C800 1056 400 1056 298 1040C304 900 308 760 302 600L248 926C200 936 146 926 110 900L184 470C204 380 250 316 328 286Z';
const HOOD = 'M440 300C410 170 480 100 600 100C720 100 790 170 760 300C700 350 500 350 440 300Z';
const HOOD_INSIDE = 'M484 280C462 190 520 146 600 146C680 146 738 190 716 280C684 322 516 322 484 280Z';
const POCKET = 'M396 800H804L862 984H338Z';

const hoodie: Good = ({ fabric }, print) => {
  const ink = inked(print, 600, 560, 360);
  return [
    cloth(fabric, HOODIE, {
      ...ink,
      drawing: ink.drawing + stitches('M302 1000C402 1018 798 1018 898 1000', fabric),
      folds: folds('hoodie', [160, 330, 1040, 800], 18),
      reliefs: [
        ribs(ribsOf(300, 900, 1004, 50) + ribsOf(100, 260, 886, 60) + ribsOf(944, 1096, 886, 60)),
        seam(
          'M302 1000C402 1018 798 1018 898 1000M104 872C150 900 200 904 250 896M1096 872C1050 900 1000 904 950 896M330 292C300 420 296 520 304 600M870 292C900 420 904 520 896 600',
        ),
      ],
    }),
    cloth(fabric, POCKET, {
      drawing: stitches('M406 812H794M402 812L352 972M798 812L848 972', fabric),
      ...{ thickness: 0.3, roundness: 0.15, lift: 0.35, waviness: 0.6 },
    }),
    cloth(fabric, HOOD, {
      thickness: 0.9,
      roundness: 0.8,
      lift: 0.6,
      folds: folds('hood', [440, 110, 760, 160], 5),
    }),
    cloth(darker(fabric, 0.35), HOOD_INSIDE, { thickness: 0.1, lift: 0.1 }),
    solid(
      '#efeaf6',
      'M545 316C538 380 548 420 536 476L548 478C560 420 550 380 557 316ZM651 316C660 380 648 410 662 456L674 454C660 410 672 380 663 316Z',
      {
        ...{ thickness: 0.3, roundness: 0.18, lift: 0.5 },
      },
    ),
  ];
};

const LONG_SLEEVE =
  'M455 202C505 268 695 268 745 202L858 240C930 268 972 330 994 420L1080 930C1050 950 1010 958 968 952L888 560C884 720 892 900 900 1046C800 1062 400 1062 300 1046C308 900 316 720 312 560L232 952C190 958 150 950 120 930L206 420C228 330 270 268 342 240Z';
const NECK = 'M455 202C520 226 680 226 745 202L770 240L720 300H480L430 240Z';

const longSleeve: Good = ({ fabric }, print) => {
  const ink = inked(print, 600, 580, 420);
  const hem = 'M302 1014C402 1032 798 1032 898 1014';
  const collar = 'M470 206C520 278 680 278 730 206';
  return [
    cloth(darker(fabric, 0.3), NECK, { thickness: 0.2 }),
    cloth(fabric, LONG_SLEEVE, {
      ...ink,
      drawing: ink.drawing + stitches(`${hem}M304 1002C402 1020 798 1020 896 1002`, fabric),
      folds: folds('longsleeve', [170, 300, 1030, 820], 22),
      reliefs: [
        ribs(ribsOf(116, 252, 908, 50) + ribsOf(948, 1084, 908, 50)),
        {
          svg: `<path d="${collar}" fill="none" stroke="${RAISED}" stroke-width="34"/>`,
          height: 0.08,
          softness: 0.07,
        },
        seam(
          `M462 218C514 296 686 296 738 218${hem}M342 244C322 340 312 420 312 560M858 244C878 340 888 420 888 560M112 896C160 918 200 924 240 918M1088 896C1040 918 1000 924 960 918`,
        ),
      ],
    }),
  ];
};

const CROWN = 'M236 700C220 420 380 250 600 250C820 250 980 420 964 700C840 640 360 640 236 700Z';
const BRIM =
  'M222 690C360 626 840 626 978 690C1060 760 1080 850 1040 884C900 800 300 800 160 884C120 850 140 760 222 690Z';

const cap: Good = ({ fabric }, print) => {
  const rows = [0, 1, 2, 3]
    .map(
      (row) =>
        `M${200 - row * 8} ${730 + row * 34}C350 ${660 + row * 34} 850 ${660 + row * 34} ${1000 + row * 8} ${730 + row * 34}`,
    )
    .join('');
  const panels = 'M600 250C420 300 330 480 332 660M600 250C780 300 870 480 868 660';
  const ink = inked(print, 600, 470, 286);
  return [
    cloth(fabric, CROWN, {
      ...ink,
      drawing:
        ink.drawing + stitches('M588 254C400 310 316 480 318 664M612 254C800 310 884 480 882 664', fabric),
      ...{ surface: 'canvas', thickness: 5, roundness: 5.4, waviness: 1.4 },
      reliefs: [seam(panels)],
    }),
    cloth(fabric, BRIM, {
      drawing: stitches(rows, fabric),
      ...{ surface: 'canvas', thickness: 1.4, roundness: 1.4, waviness: 0.5, lift: 1.6 },
      reliefs: [seam(rows)],
    }),
    solid(fabric, 'M566 252C566 240 634 240 634 252C634 272 566 272 566 252Z', { thickness: 0.4, lift: 0.5 }),
  ];
};

const DOME = 'M290 760C262 420 400 210 600 210C800 210 938 420 910 760Z';
const CUFF = 'M262 720C380 690 820 690 938 720L946 968C820 1000 380 1000 254 968Z';

const beanie: Good = ({ fabric, backdrop }, print) => {
  const fan = Array.from({ length: 33 }, (_, index) => {
    const x = 290 + index * 19.4;
    return `<path d="M${600 + (x - 600) * 0.34} 214Q${600 + (x - 600) * 0.9} 420 ${x} 740" fill="none" stroke="${RAISED}" stroke-width="9"/>`;
  }).join('');
  const patch = 'M492 748H708V956H492Z';
  return [
    cloth(fabric, DOME, {
      thickness: 3.4,
      roundness: 3.6,
      reliefs: [{ svg: fan, height: 0.16, softness: 0.08 }],
    }),
    cloth(fabric, CUFF, {
      ...{ thickness: 1.2, roundness: 1, lift: 0.8 },
      reliefs: [{ svg: ribsOf(258, 950, 690, 310, 19), height: 0.16, softness: 0.08 }],
    }),
    solid(darker(backdrop, 0.72), patch, {
      ...{ surface: 'canvas', thickness: 0.15, roundness: 0.1, lift: 0.4, waviness: 0.2 },
      drawing: printAt(print, 600, 852, 180) + stitches('M500 756H700V948H500Z', '#222222'),
    }),
  ];
};

const BAG = 'M290 430H910L934 1050C820 1066 380 1066 266 1050Z';

const tote: Good = ({ fabric }, print) => {
  const strap = (bottom: number, top: number): Piece =>
    inUnits({
      shape: `<path d="M420 ${bottom}C420 ${top} 780 ${top} 780 ${bottom}" fill="none" stroke="#000" stroke-width="44"/>`,
      ...{ color: darker(fabric, 0.08), surface: 'canvas', thickness: 0.3, roundness: 0.2 },
      lift: 1.2,
    });
  const ink = inked(print, 600, 760, 400);
  return [
    strap(470, 60),
    cloth(fabric, BAG, {
      ...ink,
      drawing: ink.drawing + stitches('M288 474H912', fabric),
      ...{ surface: 'canvas', thickness: 0.5, roundness: 0.4, waviness: 1.6 },
      folds: folds('tote', [290, 430, 910, 800], 12),
      reliefs: [seam('M288 474H912')],
    }),
    strap(540, 130),
    cloth(fabric, 'M396 480H444V552H396ZM756 480H804V552H756Z', {
      ...{ surface: 'canvas', thickness: 0.2, roundness: 0.1, lift: 0.3 },
      drawing: stitches(
        'M402 486H438V546H402ZL438 546M438 486L402 546M762 486H798V546H762ZL798 546M798 486L762 546',
        fabric,
      ),
    }),
  ];
};

const SOCK =
  'M330 130H560C566 330 560 470 574 600C590 690 690 760 760 830C800 880 780 960 710 976C620 990 520 930 440 860C350 780 330 700 330 600Z';

const socks: Good = ({ fabric, backdrop }, print) =>
  (['translate(200 90) rotate(6 500 500)', 'translate(-140 20) rotate(-4 500 500)'] as const).map((at) => {
    const turned = (svg: string) => `<g transform="${at}">${svg}</g>`;
    const trim = darker(backdrop, 0.3);
    return inUnits({
      shape: turned(area(SOCK)),
      ...{ color: fabric, surface: 'jersey', thickness: 0.7, roundness: 0.7, seed: at, waviness: 1.3 },
      drawing: turned(
        `<path d="M300 100H590V206H300Z" fill="${trim}"/><path d="M640 700C570 760 610 900 740 1010H880V760Z" fill="${trim}"/><path d="M560 580C520 640 470 690 400 720L330 690V760L440 880L600 700Z" fill="${trim}" opacity=".9"/>${printAt(print, 445, 400, 170)}`,
      ),
      reliefs: [
        { svg: turned(ribsOf(330, 566, 136, 70, 14)), height: 0.1, softness: 0.05 },
        {
          svg: turned(
            `<path d="M300 208H590M640 700C570 760 610 900 740 1010" fill="none" stroke="${SUNKEN}" stroke-width="8"/>`,
          ),
          height: 0.1,
          softness: 0.08,
        },
      ],
    });
  });

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

/** The things of the large catalog by the first part of the name of an image. */
export const GOODS: Readonly<Record<string, Good>> = {
  hoodie,
  longsleeve: longSleeve,
  ...{ cap, beanie, tote, socks, mug, pin, mat, poster, keychain },
};
