// Things that are not worn on the body, and hats, as drawings in studio light with a print.
import type { Palette, Piece } from './garments.ts';
import type { PixelCanvas } from './pixel-canvas.ts';
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

const dark = (d: string, width: number): Fold => ({ d, width, tone: 'dark' });
const light = (d: string, width: number): Fold => ({ d, width, tone: 'light' });
const printAt = (print: PixelCanvas, cx: number, cy: number, width: number) =>
  print.toSvg(cx - width / 2, cy - width / 2, width / print.width);

const table = (palette: Palette, y: number) =>
  `<rect y="${y}" width="1200" height="${1200 - y}" fill="${darker(palette.backdrop, 0.3)}" opacity=".5"/>` +
  `<path d="M0 ${y}H1200" stroke="${lighter(palette.backdrop, 0.4)}" stroke-width="4" opacity=".5"/>`;

/** A stoneware mug with its handle on the right. */
export const drawMug: Piece = (palette, print) => {
  const { fabric } = palette;
  const body = 'M300 330C300 296 780 296 780 330L764 890C760 946 700 972 540 972C380 972 320 946 316 890Z';
  const handle =
    'M772 440C900 410 980 480 972 600C964 730 860 800 758 790L760 716C830 720 884 680 890 600C894 530 850 500 770 516Z';
  return (
    table(palette, 860) +
    `<ellipse cx="600" cy="972" rx="330" ry="52" fill="#0b0916" opacity=".5" ${blur(24)}/>` +
    `<path d="${handle}" fill="${darker(fabric, 0.12)}"/>${clipTo(handle, `<path d="${handle}" fill="none" stroke="#0b0916" stroke-width="26" opacity=".3" ${blur(8)}/><path d="M780 450C880 430 950 490 944 600" fill="none" stroke="#ffffff" stroke-width="14" opacity=".4" ${blur(8)}/>`)}` +
    `<path d="${body}" fill="${fabric}"/>` +
    clipTo(
      body,
      `${printAt(print, 540, 640, 396)}<path d="M300 300H400V1000H300Z" fill="#0b0916" opacity=".38" ${blur(40)}/><path d="M700 300H800V1000H700Z" fill="#0b0916" opacity=".42" ${blur(40)}/>` +
        `<path d="M392 360L404 900" fill="none" stroke="#ffffff" stroke-width="34" opacity="${lightness(fabric) < 0.35 ? 0.28 : 0.6}" ${blur(14)}/>`,
    ) +
    `<ellipse cx="540" cy="330" rx="240" ry="46" fill="${lighter(fabric, 0.25)}"/><ellipse cx="540" cy="334" rx="222" ry="38" fill="${darker(fabric, 0.5)}"/>` +
    '<ellipse cx="540" cy="350" rx="196" ry="24" fill="#3a1f14"/><path d="M400 344C460 332 540 330 600 336" fill="none" stroke="#7a4a2a" stroke-width="6" opacity=".8"/>'
  );
};

/** A cap from the front, three quarters. */
export const drawCap: Piece = (palette, print) => {
  const { fabric } = palette;
  const crown = 'M236 700C220 420 380 250 600 250C820 250 980 420 964 700C840 640 360 640 236 700Z';
  const brim =
    'M222 690C360 626 840 626 978 690C1060 760 1080 850 1040 884C900 800 300 800 160 884C120 850 140 760 222 690Z';
  return (
    castShadow(crown, 0.3) +
    cloth(
      crown,
      fabric,
      [
        dark('M420 270C350 380 330 520 336 660', 26),
        dark('M780 270C850 380 870 520 864 660', 26),
        dark('M240 660C400 610 800 610 960 660', 40),
        light('M500 280C440 330 400 420 396 520', 40),
      ],
      printAt(print, 600, 470, 286),
    ) +
    `<path d="M600 250C420 300 330 480 332 660M600 250C780 300 870 480 868 660" fill="none" stroke="#0b0916" stroke-width="4" opacity=".35"/>` +
    stitches('M588 254C400 310 316 480 318 664M612 254C800 310 884 480 882 664', fabric) +
    `<ellipse cx="600" cy="252" rx="34" ry="15" fill="${darker(fabric, 0.2)}"/>` +
    castShadow(brim, 0.45) +
    cloth(brim, palette.fabric, [
      dark('M240 700C380 650 820 650 960 700', 30),
      light('M220 800C380 730 820 730 980 800', 30),
    ]) +
    [0, 1, 2, 3]
      .map((row) =>
        stitches(
          `M${200 - row * 8} ${730 + row * 34}C350 ${660 + row * 34} 850 ${660 + row * 34} ${1000 + row * 8} ${730 + row * 34}`,
          fabric,
        ),
      )
      .join('')
  );
};

/** A knitted beanie with a turned-up edge. */
export const drawBeanie: Piece = (palette, print) => {
  const { fabric } = palette;
  const dome = 'M290 760C262 420 400 210 600 210C800 210 938 420 910 760Z';
  const cuff = 'M262 720C380 690 820 690 938 720L946 968C820 1000 380 1000 254 968Z';
  const ribs = (from: number, to: number, top: number, bottom: number, lean: number) =>
    Array.from({ length: 17 }, (_, index) => {
      const share = index / 16;
      const x = from + (to - from) * share;
      return `M${600 + (x - 600) * lean} ${top + Math.abs(share - 0.5) * 260 * (lean < 1 ? 1 : 0)}L${x} ${bottom}`;
    }).join('');
  return (
    castShadow(`${dome}${cuff}`) +
    cloth(dome, fabric, [
      light('M480 260C410 360 380 500 376 700', 50),
      dark('M820 340C870 460 890 600 880 740', 50),
    ]) +
    clipTo(
      dome,
      `<path d="${ribs(290, 910, 220, 760, 0.4)}" fill="none" stroke="#0b0916" stroke-width="7" opacity=".26"/>`,
    ) +
    castShadow(cuff, 0.35) +
    cloth(cuff, lightness(fabric) < 0.35 ? lighter(fabric, 0.07) : darker(fabric, 0.06), [
      light('M300 780C420 756 780 756 900 780', 30),
      dark('M270 960C400 984 800 984 930 960', 30),
    ]) +
    clipTo(
      cuff,
      `<path d="${ribs(258, 942, 700, 1000, 1)}" fill="none" stroke="#0b0916" stroke-width="8" opacity=".2"/>`,
    ) +
    '<rect x="492" y="740" width="216" height="216" rx="8" fill="#0b0916" opacity=".35" transform="translate(4 8)"/>' +
    `<rect x="492" y="740" width="216" height="216" rx="8" fill="${palette.backdrop}"/><rect x="492" y="740" width="216" height="216" rx="8" fill="${darker(palette.backdrop, 0.72)}"/>` +
    printAt(print, 600, 848, 186) +
    stitches('M502 750H698V946H502Z', fabric)
  );
};

/** A canvas tote bag. */
export const drawTote: Piece = (palette, print) => {
  const bag = 'M290 430H910L934 1050C820 1072 380 1072 266 1050Z';
  const { fabric } = palette;
  const strap = (x: number, tone: string, lift: number) =>
    `<path d="M${x} 470C${x} ${lift} ${1200 - x} ${lift} ${1200 - x} 470" fill="none" stroke="${tone}" stroke-width="44"/>`;
  return (
    strap(420, darker(fabric, 0.35), 60) +
    castShadow(bag) +
    cloth(
      bag,
      fabric,
      [
        dark('M320 470C350 640 330 860 306 1040', 40),
        dark('M884 470C850 640 872 860 894 1040', 40),
        dark('M420 480C440 580 420 660 400 740', 22),
        dark('M780 480C760 580 780 660 800 740', 22),
        light('M380 560C392 720 380 880 370 1020', 26),
        dark('M330 1040C480 1000 720 1000 870 1040', 26),
      ],
      printAt(print, 600, 760, 400),
    ) +
    `<path d="M290 430H910" stroke="#0b0916" stroke-width="6" opacity=".4"/>` +
    stitches('M292 474H908', fabric) +
    `<g transform="translate(0 30)">${strap(420, darker(fabric, 0.06), 40)}<path d="M398 452h44v86h-44zM758 452h44v86h-44z" fill="${darker(fabric, 0.06)}"/>${stitches('M404 460h32v70h-32zM404 460l32 70M436 460l-32 70M764 460h32v70h-32zM764 460l32 70M796 460l-32 70', fabric)}</g>`
  );
};

/** A hard enamel pin on its backing card. */
export const drawPin: Piece = (palette, print) => {
  const card =
    'M330 150H870C886 150 898 162 898 178V1022C898 1038 886 1050 870 1050H330C314 1050 302 1038 302 1022V178C302 162 314 150 330 150Z';
  return (
    castShadow(card) +
    `<path d="${card}" fill="#fffaf0"/>${clipTo(card, `<rect x="302" y="150" width="600" height="150" fill="${palette.fabric}"/><rect x="302" y="940" width="600" height="120" fill="${palette.fabric}"/>`)}` +
    `<circle cx="600" cy="224" r="26" fill="${palette.backdrop}"/><circle cx="600" cy="224" r="26" fill="#0b0916" opacity=".35"/>` +
    '<path d="M600 962L626 994L600 1030L574 994Z" fill="#8be9ff"/>' +
    `<circle cx="614" cy="654" r="252" fill="#0b0916" opacity=".45" ${blur(24)}/>` +
    '<defs><linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff3c4"/><stop offset=".45" stop-color="#d9a520"/><stop offset="1" stop-color="#8a5c00"/></linearGradient></defs>' +
    `<circle cx="600" cy="620" r="252" fill="url(#metal)"/><circle cx="600" cy="620" r="232" fill="${darker(palette.backdrop, 0.68)}"/>` +
    printAt(print, 600, 620, 312) +
    `<path d="M430 520C470 440 540 400 620 396" fill="none" stroke="#ffffff" stroke-width="34" stroke-linecap="round" opacity=".5" ${blur(14)}/>`
  );
};

/** A mouse mat under a keyboard and a mouse, from above. */
export const drawMat: Piece = (palette, print) => {
  const mat =
    'M96 300H1104C1124 300 1136 312 1136 332V900C1136 920 1124 932 1104 932H96C76 932 64 920 64 900V332C64 312 76 300 96 300Z';
  const keys: string[] = [];
  const caps = ['#f4f2ff', '#dcd7ec', '#f4f2ff', '#ffd23f'];
  for (let row = 0; row < 4; row += 1)
    for (let key = 0; key < 11; key += 1)
      keys.push(
        `<rect x="${150 + key * 46}" y="${640 + row * 50}" width="40" height="43" rx="7" fill="${key === 0 && row === 0 ? '#ff4d6d' : key === 10 && row === 2 ? '#5a2df5' : (caps[(key * 3 + row) % 3] as string)}"/>`,
      );
  const mouse =
    'M900 620C960 620 986 660 986 730C986 810 960 850 900 850C840 850 814 810 814 730C814 660 840 620 900 620Z';
  return (
    castShadow(mat, 0.45) +
    `<path d="${mat}" fill="${palette.fabric}"/>` +
    clipTo(
      mat,
      `<circle cx="780" cy="470" r="420" fill="${lighter(palette.fabric, 0.08)}"/><circle cx="780" cy="470" r="300" fill="${lighter(palette.fabric, 0.16)}"/>` +
        printAt(print, 790, 470, 300) +
        `<g opacity=".5">${printAt(print, 250, 450, 130)}${printAt(print, 460, 380, 90)}</g>` +
        `<path d="M64 300H1136" stroke="#ffffff" stroke-width="40" opacity=".12" ${blur(14)}/>`,
    ) +
    stitches('M82 318H1118V914H82Z', palette.fabric) +
    '<g transform="translate(0 12)" opacity=".55"><rect x="130" y="622" width="540" height="232" rx="20" fill="#0b0916"/></g>' +
    `<rect x="130" y="618" width="540" height="226" rx="18" fill="#2c2745"/>${keys.join('')}` +
    castShadow(mouse, 0.5) +
    `<path d="${mouse}" fill="#f4f2ff"/>${clipTo(mouse, `<path d="M960 600V880" stroke="#0b0916" stroke-width="60" opacity=".2" ${blur(24)}/>`)}<path d="M900 622V700" stroke="#857d9f" stroke-width="5"/><rect x="889" y="650" width="22" height="44" rx="11" fill="#5a2df5"/>`
  );
};

/** A framed print on the wall. */
export const drawPoster: Piece = (palette, print) =>
  castShadow('M250 120H950V1060H250Z', 0.5) +
  '<path d="M250 120H950V1060H250Z" fill="#2a2130"/><path d="M250 120H950L930 140H270V1040L250 1060Z" fill="#ffffff" opacity=".12"/>' +
  '<path d="M278 148H922V1032H278Z" fill="#fffaf0"/>' +
  `<path d="M338 208H862V860H338Z" fill="${palette.fabric}"/><circle cx="600" cy="534" r="230" fill="${lighter(palette.fabric, 0.14)}"/>` +
  printAt(print, 600, 534, 400) +
  '<path d="M338 906H560M338 944H470" stroke="#544f68" stroke-width="9"/><path d="M836 894L858 924L836 958L814 924Z" fill="#5a2df5"/>' +
  `<path d="M278 148H560L330 1032H278Z" fill="#ffffff" opacity=".1"/>`;

/** A pair of crew socks. */
export const drawSocks: Piece = (palette, print) => {
  const sock =
    'M330 130H560C566 330 560 470 574 600C590 690 690 760 760 830C800 880 780 960 710 976C620 990 520 930 440 860C350 780 330 700 330 600Z';
  const { fabric } = palette;
  const one = (transform: string) =>
    `<g transform="${transform}">${castShadow(sock)}` +
    cloth(
      sock,
      fabric,
      [
        dark('M352 240C356 420 350 560 362 680', 34),
        dark('M548 240C546 400 548 520 562 620', 26),
        light('M430 240C434 420 430 560 450 700', 34),
        dark('M540 660C480 690 430 740 420 800', 24),
      ],
      `<path d="M310 110H580V210H310Z" fill="${palette.backdrop}"/><path d="M640 700C560 760 600 900 760 1000H860V760Z" fill="${palette.backdrop}"/>${printAt(print, 445, 420, 170)}`,
    ) +
    `<path d="M350 134V206M380 134V206M410 134V206M440 134V206M470 134V206M500 134V206M530 134V206" stroke="#0b0916" stroke-width="6" opacity=".22"/></g>`;
  return `${one('translate(200 90) rotate(6 500 500)')}${one('translate(-140 20) rotate(-4 500 500)')}`;
};

/** A keychain with an acrylic charm. */
export const drawKeychain: Piece = (palette, print) => {
  const charm =
    'M600 440C760 440 880 560 880 720C880 880 760 1000 600 1000C440 1000 320 880 320 720C320 560 440 440 600 440Z';
  return (
    `<circle cx="616" cy="230" r="112" fill="none" stroke="#0b0916" stroke-width="26" opacity=".3" ${blur(14)}/>` +
    '<circle cx="600" cy="204" r="112" fill="none" stroke="#8f8aa6" stroke-width="26"/><path d="M500 160A112 112 0 0 1 660 108" fill="none" stroke="#f4f2ff" stroke-width="12" stroke-linecap="round"/>' +
    '<path d="M600 312V372" stroke="#a09bb8" stroke-width="16"/><ellipse cx="600" cy="396" rx="24" ry="36" fill="none" stroke="#8f8aa6" stroke-width="13"/>' +
    castShadow(charm, 0.5) +
    `<path d="${charm}" fill="#ffffff" opacity=".85"/><circle cx="600" cy="720" r="246" fill="${palette.fabric}"/>` +
    '<circle cx="600" cy="468" r="20" fill="#8f8aa6"/>' +
    printAt(print, 600, 724, 330) +
    clipTo(
      charm,
      `<path d="M300 700L620 430H760L340 980Z" fill="#ffffff" opacity=".16"/><path d="${charm}" fill="none" stroke="#0b0916" stroke-width="20" opacity=".25" ${blur(8)}/>`,
    )
  );
};
