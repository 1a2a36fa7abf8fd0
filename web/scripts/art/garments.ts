// Clothes as drawings in studio light, with a print of 44 by 44 pixels.
import { PixelCanvas } from './pixel-canvas.ts';
import {
  blur,
  castShadow,
  clipTo,
  cloth,
  darker,
  type Fold,
  lighter,
  lightness,
  stitches,
} from './studio.ts';

/** The colors of a product. */
export interface Palette {
  readonly fabric: string;
  readonly backdrop: string;
}

/**
 * A drawing of a product with its print, as SVG elements on 1200 by 1200 units without a backdrop.
 */
export type Piece = (palette: Palette, print: PixelCanvas) => string;

const dark = (d: string, width: number): Fold => ({ d, width, tone: 'dark' });
const light = (d: string, width: number): Fold => ({ d, width, tone: 'light' });

const TEE_BODY =
  'L858 240C930 266 990 322 1092 470L972 562C940 520 915 492 890 472C882 640 890 860 900 1052C800 1076 400 1076 300 1052C310 860 318 640 310 472C285 492 260 520 228 562L108 470C210 322 270 266 342 240Z';
const TEE = `M455 202C505 270 695 270 745 202${TEE_BODY}`;
const TEE_BACK = `M455 202C520 226 680 226 745 202${TEE_BODY}`;

const TEE_FOLDS: readonly Fold[] = [
  dark('M322 520C372 640 346 820 326 1010', 46),
  dark('M880 505C836 640 852 840 872 1020', 46),
  dark('M312 486C384 516 446 560 478 646', 26),
  dark('M888 486C818 520 766 560 730 656', 26),
  dark('M440 1050C462 920 436 830 470 720', 24),
  dark('M716 1060C694 940 730 840 702 736', 24),
  dark('M176 452C226 446 272 456 306 478', 30),
  dark('M1024 452C974 446 930 456 894 478', 30),
  light('M372 520C410 640 384 800 372 980', 30),
  light('M838 540C806 660 812 800 826 980', 22),
  light('M560 1050C572 960 552 880 576 800', 26),
  light('M366 268C330 300 290 340 262 380', 26),
  light('M836 268C870 300 912 340 940 380', 22),
];

function collar(fabric: string, from: number, to: number, y: number, depth: number): string {
  const d = `M${from} ${y}C${from + 50} ${y + depth} ${to - 50} ${y + depth} ${to} ${y}`;
  const rib = lightness(fabric) < 0.35 ? lighter(fabric, 0.09) : darker(fabric, 0.07);
  return (
    `<path d="${d}" transform="translate(0 9)" fill="none" stroke="#0b0916" stroke-width="30" opacity=".3" ${blur(4)}/>` +
    `<path d="${d}" fill="none" stroke="${rib}" stroke-width="27" stroke-linecap="round"/>` +
    `<path d="${d}" transform="translate(0 -13)" fill="none" stroke="#0b0916" stroke-width="3" opacity=".35"/>` +
    stitches(
      `M${from - 8} ${y + 16}C${from + 50} ${y + depth + 22} ${to - 50} ${y + depth + 22} ${to + 8} ${y + 16}`,
      fabric,
    )
  );
}

const neckLabel = (x: number, y: number) =>
  `<rect x="${x - 34}" y="${y}" width="68" height="34" rx="3" fill="#f4f2ff"/><rect x="${x - 10}" y="${y + 8}" width="20" height="18" fill="#5a2df5" transform="rotate(45 ${x} ${y + 17}) "/>`;

function teeSeams(fabric: string): string {
  return (
    stitches('M302 1030C402 1054 798 1054 898 1030', fabric) +
    stitches('M126 452L246 544', fabric) +
    stitches('M1074 452L954 544', fabric) +
    `<path d="M342 242C326 330 316 400 310 472M858 242C874 330 884 400 890 472" fill="none" stroke="#0b0916" stroke-width="4" opacity=".28"/>`
  );
}

/** A tee laid flat, from the front. */
export const drawTee: Piece = (palette, print) => {
  const { fabric } = palette;
  const inside = 'M455 202C520 178 680 178 745 202C695 270 505 270 455 202Z';
  return (
    castShadow(TEE) +
    `<path d="${inside}" fill="${darker(fabric, 0.42)}"/>${neckLabel(600, 196)}` +
    cloth(TEE, fabric, TEE_FOLDS, print.toSvg(358, 376, 11)) +
    teeSeams(fabric) +
    collar(fabric, 455, 745, 202, 68)
  );
};

/**
 * The back of a tee with a print that is `pixel` units wide for each of its pixels: 4.5 is a small
 * one between the shoulders.
 */
export const drawTeeBack = (palette: Palette, print: PixelCanvas, pixel = 4.5): string => {
  const { fabric } = palette;
  return (
    castShadow(TEE_BACK) +
    cloth(TEE_BACK, fabric, TEE_FOLDS, print.toSvg(600 - 22 * pixel, pixel > 6 ? 360 : 300, pixel)) +
    teeSeams(fabric) +
    `<path d="M352 268C450 300 750 300 848 268" fill="none" stroke="#0b0916" stroke-width="4" opacity=".22"/>` +
    collar(fabric, 455, 745, 202, 24)
  );
};

const HUNG =
  'M498 262C530 322 670 322 702 262L846 318C884 334 908 372 924 430L972 664C938 690 892 702 846 700L830 560C832 740 842 920 852 1102C760 1126 440 1126 348 1102C358 920 368 740 370 560L354 700C308 702 262 690 228 664L276 430C292 372 316 334 354 318Z';

/** A tee on a wooden hanger. */
export function drawHung(fabric: string, print: PixelCanvas): string {
  return (
    `<path d="M600 262V196C600 168 640 168 640 128C640 84 566 78 562 122" fill="none" stroke="#0b0916" stroke-width="13" opacity=".35" transform="translate(8 10)" ${blur(8)}/>` +
    `<path d="M600 266V196C600 168 640 168 640 128C640 84 566 78 562 122" fill="none" stroke="#c9c6d8" stroke-width="11" stroke-linecap="round"/>` +
    castShadow(HUNG) +
    `<path d="M498 262C530 240 670 240 702 262C670 330 530 330 498 262Z" fill="${darker(fabric, 0.45)}"/>` +
    '<path d="M600 246C540 262 470 292 380 336L376 352C470 320 560 300 600 300C640 300 730 320 824 352L820 336C730 292 660 262 600 246Z" fill="#b9824a"/>' +
    '<path d="M600 252C548 266 480 292 396 332" fill="none" stroke="#e2b27c" stroke-width="6"/>' +
    cloth(
      HUNG,
      fabric,
      [
        dark('M384 560C420 700 396 900 372 1100', 44),
        dark('M818 560C786 720 806 900 830 1100', 44),
        dark('M520 360C500 520 520 760 470 1110', 26),
        dark('M694 360C716 560 690 800 736 1110', 26),
        dark('M330 400C316 500 322 600 340 690', 26),
        dark('M872 400C886 500 878 600 860 690', 26),
        light('M440 420C450 640 430 860 420 1080', 28),
        light('M606 900C612 980 604 1050 612 1110', 30),
        light('M768 460C764 660 774 860 782 1080', 22),
        light('M262 480C256 560 254 610 250 660', 16),
      ],
      print.toSvg(600 - 22 * 9.4, 420, 9.4),
    ) +
    stitches('M350 1080C444 1104 756 1104 850 1080', fabric) +
    stitches('M234 642C266 668 312 680 354 678', fabric) +
    stitches('M966 642C934 668 888 680 846 678', fabric) +
    collar(fabric, 498, 702, 264, 62)
  );
}

/** A tee on a hanger on a rail. */
export const drawTeeHung: Piece = ({ fabric }, print) =>
  `<rect x="-20" y="104" width="1240" height="26" rx="13" transform="translate(14 34)" fill="#0b0916" opacity=".35" ${blur(14)}/>` +
  `<rect x="-20" y="92" width="1240" height="26" fill="#6b6780"/><rect x="-20" y="95" width="1240" height="8" fill="#d9d6e8"/>` +
  drawHung(fabric, print);

/** Somebody who wears a garment, from the chin down. */
export interface Wearer {
  readonly skin: string;
  readonly hair: string;
  readonly style: 'short' | 'long' | 'beard';
}

const WORN =
  'M486 268C512 346 688 346 714 268L862 318C936 346 972 404 990 486L1022 668C980 700 920 712 868 704L852 566C850 720 862 940 876 1220L324 1220C338 940 350 720 348 566L332 704C280 712 220 700 178 668L210 486C228 404 264 346 338 318Z';

/** A wearer in a tee, transparent around; 1200 units wide. */
export function drawFigure(palette: Palette, print: PixelCanvas, wearer: Wearer): string {
  const { fabric } = palette;
  const { skin, hair } = wearer;
  const shade = darker(skin, 0.28);
  const arm = 'M340 640C330 800 318 1000 336 1220L232 1220C204 1020 194 840 196 640Z';
  const armRight = 'M860 640C870 800 882 1000 864 1220L968 1220C996 1020 1006 840 1004 640Z';
  const neck = 'M520 40V232C470 262 470 300 520 330C560 350 640 350 680 330C730 300 730 262 680 232V40Z';
  const jaw = 'M452 -60C452 60 500 158 600 166C700 158 748 60 748 -60Z';
  const limb = (d: string) =>
    `<path d="${d}" fill="${skin}"/>${clipTo(d, `<path d="${d}" fill="none" stroke="${shade}" stroke-width="46" opacity=".8" ${blur(14)}/>`)}`;
  const longHair =
    wearer.style === 'long'
      ? `<path d="M430 -40C400 140 420 330 372 480C440 500 500 440 520 300V-40ZM770 -40C800 140 780 330 828 480C760 500 700 440 680 300V-40Z" fill="${hair}"/>`
      : '';
  return (
    limb(arm) +
    limb(armRight) +
    (wearer.style === 'long' ? `<path d="M420 -40H780V330H420Z" fill="${darker(hair, 0.3)}"/>` : '') +
    `<path d="${neck}" fill="${skin}"/>${clipTo(neck, `<ellipse cx="600" cy="170" rx="140" ry="86" fill="${darker(skin, 0.5)}" opacity=".7" ${blur(14)}/>`)}` +
    castShadow(WORN, 0.25) +
    cloth(
      WORN,
      fabric,
      [
        dark('M352 560C400 700 376 900 352 1200', 50),
        dark('M848 560C800 720 826 920 850 1200', 50),
        dark('M350 540C420 560 490 590 520 640', 26),
        dark('M850 540C780 566 716 600 690 660', 26),
        dark('M420 1220C440 1120 430 1060 450 980', 24),
        dark('M770 1220C750 1130 764 1060 744 990', 22),
        dark('M300 400C286 500 290 600 320 690', 30),
        dark('M900 400C914 500 908 600 880 690', 30),
        light('M420 640C440 780 420 960 410 1140', 34),
        light('M774 660C760 800 770 960 786 1120', 24),
        light('M470 330C420 350 370 370 330 400', 30),
        light('M740 340C790 356 830 372 866 400', 22),
        light('M232 520C222 580 216 620 212 660', 20),
      ],
      print.toSvg(600 - 22 * 9.4, 440, 9.4),
    ) +
    stitches('M186 648C230 676 286 690 334 680', fabric) +
    stitches('M1014 648C970 676 914 690 866 680', fabric) +
    collar(fabric, 486, 714, 270, 80) +
    longHair +
    `<path d="${jaw}" fill="${skin}"/>${clipTo(jaw, `<path d="${jaw}" fill="none" stroke="${shade}" stroke-width="40" opacity=".7" ${blur(14)}/>`)}` +
    (wearer.style === 'beard'
      ? clipTo(
          jaw,
          `<path d="M440 -60V40C500 20 520 60 552 52C580 40 620 40 648 52C680 60 700 20 760 40V200H440Z" fill="${hair}"/><path d="M560 66C580 78 620 78 640 66" fill="none" stroke="${darker(skin, 0.45)}" stroke-width="9" stroke-linecap="round"/>`,
        )
      : `<path d="M558 62C580 78 620 78 642 62" fill="none" stroke="${darker(skin, 0.5)}" stroke-width="9" stroke-linecap="round"/><path d="M578 88C594 94 606 94 622 88" fill="none" stroke="${shade}" stroke-width="7" stroke-linecap="round" opacity=".7"/>`) +
    (wearer.style === 'long'
      ? `<path d="M440 -40C424 60 440 120 470 170C450 60 462 0 470 -40ZM760 -40C776 60 760 120 730 170C750 60 738 0 730 -40Z" fill="${hair}"/>`
      : '')
  );
}

/** A tee as it is worn. */
export function drawTeeWorn(wearer: Wearer): Piece {
  return (palette, print) => drawFigure(palette, print, wearer);
}

const FOLDED =
  'M352 318C352 292 372 276 398 276L520 262C550 316 650 316 680 262L802 276C828 276 848 292 848 318L862 930C862 958 842 974 816 974L384 974C358 974 338 958 338 930Z';

/** A folded tee alone, transparent around. */
export function drawFolded(fabric: string, print: PixelCanvas): string {
  return (
    castShadow(FOLDED, 0.45) +
    `<path d="M520 262C556 242 644 242 680 262C650 318 550 318 520 262Z" fill="${darker(fabric, 0.45)}"/>${neckLabel(600, 256)}` +
    cloth(
      FOLDED,
      fabric,
      [
        dark('M366 330C376 540 366 760 360 950', 30),
        dark('M836 330C826 540 836 760 842 950', 30),
        dark('M380 948C500 962 700 962 820 948', 34),
        dark('M420 300C440 380 470 420 520 440', 20),
        light('M404 340C412 540 404 740 398 900', 22),
        light('M800 340C792 540 798 740 804 900', 16),
      ],
      print.toSvg(600 - 22 * 9, 420, 9),
    ) +
    collar(fabric, 520, 680, 264, 54)
  );
}

/** A stack of folded tees, the product on top. */
export const drawTeeFolded: Piece = (palette, print) => {
  const layer = (y: number, color: string) => {
    const d = `M348 ${y}H852C872 ${y} 880 ${y + 18} 880 ${y + 34}C880 ${y + 54} 868 ${y + 66} 852 ${y + 66}H348C332 ${y + 66} 320 ${y + 54} 320 ${y + 34}C320 ${y + 18} 328 ${y} 348 ${y}Z`;
    return castShadow(d, 0.35) + cloth(d, color, [light(`M350 ${y + 22}H850`, 12)]);
  };
  const colors = [
    darker(palette.backdrop, 0.45),
    lighter(palette.fabric, 0.4),
    lighter(palette.backdrop, 0.6),
  ];
  return (
    `<rect y="1060" width="1200" height="140" fill="#0b0916" opacity=".12"/>` +
    colors.map((color, index) => layer(1064 - index * 52, color)).join('') +
    drawFolded(palette.fabric, print)
  );
};

const BOX = 'M170 250H1030L1062 1010H138Z';

/** A parcel as it arrives: the folded tee in tissue paper in an open mailer, with a card. */
export const drawParcel: Piece = (palette, print) =>
  castShadow('M150 120H1050L1062 1060H138Z') +
  '<path d="M196 96H1004L1030 250H170Z" fill="#b98d5c"/><path d="M196 96H1004L1008 118H192Z" fill="#d9b183"/>' +
  `<path d="M196 96H1004L1030 250H170Z" fill="#0b0916" opacity=".12"/>` +
  `<path d="${BOX}" fill="#a87c4c"/><path d="M214 262H986L1010 972H190Z" fill="#6e4d2a"/>` +
  `<g transform="translate(0 -6)"><path d="M206 300C300 250 380 330 470 280C560 240 660 320 760 276C850 246 920 300 992 276L1008 968H192Z" fill="${lighter(palette.backdrop, 0.72)}"/>` +
  `<path d="M250 330L330 600L230 900M950 330L880 620L980 900M420 300L500 420M760 300L700 420" fill="none" stroke="#0b0916" stroke-width="16" opacity=".16" ${blur(8)}/></g>` +
  `<g transform="translate(96 70) scale(.84)">${drawFolded(palette.fabric, print)}</g>` +
  `<g transform="rotate(-9 860 850)"><rect x="730" y="770" width="280" height="180" rx="8" fill="#0b0916" opacity=".4" ${blur(14)} transform="translate(8 14)"/>` +
  '<rect x="730" y="770" width="280" height="180" rx="8" fill="#fffaf0"/><rect x="730" y="770" width="280" height="38" rx="8" fill="#5a2df5"/>' +
  '<path d="M870 826L900 866L870 916L840 866Z" fill="#8be9ff"/><path d="M870 826V916L840 866Z" fill="#4cc9f0"/></g>' +
  '<path d="M138 1010H1062L1054 1064H146Z" fill="#c99d6b"/><path d="M138 1010H1062" stroke="#e5bf93" stroke-width="6"/>';

const SLEEVE =
  'M40 0C120 -16 220 -16 300 0C296 260 280 560 262 812C214 828 126 828 78 812C60 560 44 260 40 0Z';

/** A pair of long sleeves, laid flat. */
export const drawSleeves: Piece = (palette, print) => {
  const one = (x: number, turn: number) =>
    `<g transform="translate(${x} 190) rotate(${turn} 170 400)">${castShadow(SLEEVE)}` +
    cloth(
      SLEEVE,
      palette.fabric,
      [
        dark('M70 60C84 340 96 600 100 800', 40),
        dark('M276 60C262 340 246 600 240 800', 40),
        light('M130 40C138 320 142 600 146 800', 30),
        dark('M60 130C140 150 220 150 290 130', 16),
        dark('M84 700C140 716 210 716 260 700', 14),
      ],
      `<rect x="30" y="-20" width="290" height="92" fill="#0b0916" opacity=".35"/>${print.toSvg(82, 190, 4)}${print.toSvg(92, 450, 3.6)}`,
    ) +
    `${stitches('M44 78C120 66 220 66 296 78', palette.fabric)}${stitches('M80 786C130 800 212 800 260 786', palette.fabric)}</g>`;
  return `${one(200, 8)}${one(660, -8)}`;
};

/** Sleeves on the forearms of somebody in a plain tee. */
export function drawSleevesWorn(wearer: Wearer): Piece {
  return (palette, print) => {
    const sleeve = 'M194 760C240 774 296 774 342 760C330 900 322 1060 334 1230H230C204 1060 190 900 194 760Z';
    const worn = (transform: string) =>
      `<g transform="${transform}">${castShadow(sleeve, 0.3)}${cloth(
        sleeve,
        palette.fabric,
        [
          dark('M206 780C204 900 214 1060 240 1220', 26),
          dark('M332 780C320 900 316 1060 322 1220', 22),
          light('M256 790C250 920 256 1060 276 1220', 20),
        ],
        `${print.toSvg(210, 850, 2.5)}${print.toSvg(218, 1040, 2.3)}`,
      )}${stitches('M197 786C240 798 296 798 340 786', palette.fabric)}</g>`;
    return (
      drawFigure({ ...palette, fabric: '#e9e4f7' }, new PixelCanvas(44), wearer) +
      worn('translate(-2 0)') +
      worn('translate(1202 0) scale(-1 1)')
    );
  };
}

const GLOVE =
  'M70 870C60 720 62 560 56 430C46 380 34 330 40 296C48 270 100 266 112 292C118 320 122 350 128 376L136 380C136 330 132 270 136 226C142 196 200 196 206 226C210 276 212 330 218 372L226 372C228 310 228 250 232 200C240 168 298 168 306 200C308 256 308 316 310 374L320 376C322 330 324 290 330 252C338 224 392 228 398 258C400 340 398 430 396 520C414 490 432 462 456 438C484 420 516 450 510 482C478 560 440 640 412 700C404 760 402 810 402 870C300 884 170 884 70 870Z';

/** A pair of fingerless gloves, backs up. */
export const drawGloves: Piece = (palette, print) => {
  const one = (transform: string) =>
    `<g transform="${transform}">${castShadow(GLOVE)}` +
    cloth(GLOVE, palette.fabric, [
      dark('M84 420C96 560 92 720 92 860', 40),
      dark('M386 540C380 660 384 760 386 860', 40),
      dark(
        'M130 400C134 430 134 450 132 480M222 392C224 420 224 440 222 470M314 394C316 420 316 440 314 470',
        16,
      ),
      light('M170 500C180 620 176 740 180 850', 36),
      dark('M90 730C180 746 300 746 400 730', 20),
      light('M450 460C430 500 410 540 400 580', 16),
    ]) +
    `${stitches('M68 852C170 866 300 866 400 852', palette.fabric)}${stitches('M66 752C170 768 300 768 408 748', palette.fabric)}` +
    [
      [76, 290],
      [171, 218],
      [269, 194],
      [364, 246],
    ]
      .map(
        ([x, y]) =>
          `<ellipse cx="${x}" cy="${y}" rx="37" ry="17" fill="${lighter(palette.fabric, 0.2)}"/><ellipse cx="${x}" cy="${y}" rx="29" ry="11" fill="#0b0916"/>`,
      )
      .join('') +
    '</g>';
  return (
    one('translate(58 118)') +
    one('translate(1142 118) scale(-1 1)') +
    `${print.toSvg(172, 560, 5.2)}${print.toSvg(798, 560, 5.2)}`
  );
};

/** Gloved hands on a controller. */
export function drawGlovesWorn(wearer: Wearer): Piece {
  return (palette, print) => {
    const pad =
      'M300 560C340 470 460 470 520 500H680C740 470 860 470 900 560C960 690 980 800 930 850C870 900 800 800 740 740H460C400 800 330 900 270 850C220 800 240 690 300 560Z';
    const hand = (transform: string) => {
      const cuff = 'M-40 1220L60 960L330 1040L270 1220Z';
      const palm =
        'M60 980C70 860 110 740 190 650C240 600 310 590 350 620C400 650 420 700 400 760C380 860 360 960 340 1050Z';
      const thumb = 'M270 650C320 600 390 570 450 590C492 606 486 650 446 660C400 670 360 690 330 730Z';
      const fingers = 'M200 660C190 580 220 500 280 460C320 440 350 470 330 510C310 560 300 600 300 640Z';
      return (
        `<g transform="${transform}"><path d="${fingers}" fill="${wearer.skin}"/>${clipTo(fingers, `<path d="${fingers}" fill="none" stroke="${darker(wearer.skin, 0.4)}" stroke-width="24" ${blur(8)}/>`)}` +
        `<path d="${thumb}" fill="${wearer.skin}"/>${clipTo(thumb, `<path d="${thumb}" fill="none" stroke="${darker(wearer.skin, 0.4)}" stroke-width="22" ${blur(8)}/>`)}` +
        `<path d="${cuff}" fill="#2b2545"/>${castShadow(palm, 0.3)}` +
        `${cloth(palm, palette.fabric, [dark('M100 940C120 840 150 760 200 690', 30), light('M250 660C220 760 210 860 200 980', 28), dark('M380 700C360 820 340 920 330 1030', 30)])}` +
        `${stitches('M70 960C150 1000 250 1030 336 1034', palette.fabric)}</g>`
      );
    };
    return (
      castShadow(pad) +
      `<path d="${pad}" fill="#f4f2ff"/>${clipTo(pad, `<path d="${pad}" fill="none" stroke="#5f5880" stroke-width="46" opacity=".55" ${blur(14)}/>`)}` +
      '<rect x="404" y="560" width="34" height="110" rx="6" fill="#2b2545"/><rect x="366" y="598" width="110" height="34" rx="6" fill="#2b2545"/>' +
      '<circle cx="800" cy="570" r="22" fill="#ffd23f"/><circle cx="800" cy="660" r="22" fill="#35c98f"/><circle cx="755" cy="615" r="22" fill="#4c8dff"/><circle cx="845" cy="615" r="22" fill="#ff4d6d"/>' +
      '<circle cx="520" cy="690" r="40" fill="#2b2545"/><circle cx="680" cy="690" r="40" fill="#2b2545"/><rect x="560" y="560" width="80" height="26" rx="13" fill="#5a2df5"/>' +
      hand('translate(20 0)') +
      hand('translate(1180 0) scale(-1 1)') +
      print.toSvg(180, 772, 3.4) +
      print.toSvg(1020 - 44 * 3.4, 772, 3.4)
    );
  };
}

const HOODIE =
  'M452 250C430 180 470 110 600 108C730 110 770 180 748 250L872 286C950 316 996 380 1016 470L1090 900C1054 926 1000 936 952 926L898 600C892 760 896 900 902 1040C800 1066 400 1066 298 1040C304 900 308 760 302 600L248 926C200 936 146 926 110 900L184 470C204 380 250 316 328 286Z';

/** A hoodie laid flat, with its pocket and cords. */
export const drawHoodie: Piece = (palette, print) => {
  const { fabric } = palette;
  const hood = 'M474 262C452 176 520 132 600 132C680 132 748 176 726 262C690 330 510 330 474 262Z';
  return (
    castShadow(HOODIE) +
    cloth(
      HOODIE,
      fabric,
      [
        dark('M314 620C350 760 330 900 316 1040', 46),
        dark('M886 620C850 760 870 900 884 1040', 46),
        dark('M308 560C250 640 220 760 230 920', 30),
        dark('M892 560C950 640 980 760 970 920', 30),
        dark('M330 300C300 420 296 520 304 600M870 300C900 420 904 520 896 600', 18),
        light('M380 420C396 560 380 640 370 720', 28),
        light('M190 520C170 640 160 760 156 880', 22),
        light('M830 420C814 560 826 640 836 720', 20),
      ],
      print.toSvg(600 - 22 * 8, 382, 8),
    ) +
    `<path d="${hood}" fill="${darker(fabric, 0.5)}"/><path d="${hood}" fill="none" stroke="${lightness(fabric) < 0.35 ? lighter(fabric, 0.12) : darker(fabric, 0.1)}" stroke-width="26"/>` +
    `<path d="M382 800H818L872 1000H328Z" fill="${fabric}"/><path d="M382 800H818L872 1000H328Z" fill="#0b0916" opacity=".1"/><path d="M382 800L328 1000M818 800L872 1000" stroke="#0b0916" stroke-width="12" opacity=".35" ${blur(4)}/>` +
    stitches('M390 812H810M386 812L338 992M814 812L862 992', fabric) +
    `<path d="M548 316C540 380 552 420 540 470M652 316C660 380 648 410 660 450" fill="none" stroke="#f4f2ff" stroke-width="11" stroke-linecap="round"/>` +
    `<path d="M300 1002C400 1026 800 1026 900 1002" fill="none" stroke="#0b0916" stroke-width="5" opacity=".35"/>` +
    stitches('M116 876C160 900 210 906 250 898M1084 876C1040 900 990 906 950 898', fabric)
  );
};

const LONGSLEEVE =
  'M455 202C505 268 695 268 745 202L858 240C930 268 972 330 994 420L1080 930C1050 950 1010 958 968 952L888 560C884 720 892 900 900 1046C800 1070 400 1070 300 1046C308 900 316 720 312 560L232 952C190 958 150 950 120 930L206 420C228 330 270 268 342 240Z';

/** A long-sleeved shirt laid flat. */
export const drawLongSleeve: Piece = (palette, print) => {
  const { fabric } = palette;
  return (
    castShadow(LONGSLEEVE) +
    `<path d="M455 202C520 178 680 178 745 202C695 270 505 270 455 202Z" fill="${darker(fabric, 0.42)}"/>${neckLabel(600, 196)}` +
    cloth(
      LONGSLEEVE,
      fabric,
      [
        ...TEE_FOLDS.slice(0, 6),
        dark('M300 540C250 660 220 800 214 940', 26),
        dark('M900 540C950 660 980 800 986 940', 26),
        light('M210 500C190 640 170 780 156 920', 22),
        light('M990 500C1010 640 1030 780 1044 920', 16),
        ...TEE_FOLDS.slice(8, 11),
      ],
      print.toSvg(370, 376, 10.4),
    ) +
    stitches('M302 1026C402 1050 798 1050 898 1026', fabric) +
    stitches('M126 906C160 926 200 932 236 928M1074 906C1040 926 1000 932 964 928', fabric) +
    collar(fabric, 455, 745, 202, 68)
  );
};

/** A close-up of the print on the weave of the fabric. */
export const drawDetail: Piece = ({ fabric }, print) => {
  const weave: string[] = [];
  for (let at = 0; at < 1200; at += 24) weave.push(`M0 ${at}h1200v4H0zM${at} 0v1200h4V0z`);
  return (
    `<rect width="1200" height="1200" fill="${fabric}"/>` +
    `<g transform="rotate(-6 600 600)">${print.toSvg(600 - 22 * 28, 600 - 22 * 28, 28)}</g>` +
    `<path d="${weave.join('')}" fill="#0b0916" opacity=".1"/>` +
    `<path d="M-40 1010C300 880 700 1090 1240 930M-40 300C200 180 380 240 520 100" fill="none" stroke="#0b0916" stroke-width="90" opacity=".32" ${blur(40)}/>` +
    `<path d="M-40 900C300 770 700 980 1240 820" fill="none" stroke="#ffffff" stroke-width="60" opacity=".16" ${blur(40)}/>`
  );
};
