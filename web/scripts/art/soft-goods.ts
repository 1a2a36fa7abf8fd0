// Clothes that are not tees, hats, bags.
import { darker } from './color.ts';
import {
  area,
  cloth,
  folds,
  type Good,
  inked,
  inUnits,
  printAt,
  RAISED,
  ribs,
  ribsOf,
  SUNKEN,
  seam,
  solid,
  stitches,
} from './good.ts';
import type { Piece } from './piece.ts';

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

export const SOFT_GOODS: Readonly<Record<string, Good>> = {
  hoodie,
  longsleeve: longSleeve,
  cap,
  beanie,
  tote,
  socks,
};
