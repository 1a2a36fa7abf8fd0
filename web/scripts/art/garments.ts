// Garments as flat SVG drawings with a hard shadow. Every drawing is a square of 1200 units.
import type { PixelCanvas } from './pixel-canvas.ts';

const OUTLINE = '#14121f';

export interface GarmentStyle {
  readonly fabric: string;
  readonly backdrop: string;
  /** The colour of the backdrop pattern. */
  readonly accent: string;
  readonly pattern: 'dots' | 'rays' | 'grid' | 'steps';
}

function frame(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1200" width="1200" height="1200">${content}</svg>`;
}

function pattern({ pattern: kind, accent }: GarmentStyle): string {
  const parts: string[] = [];
  if (kind === 'dots') {
    for (let y = 0; y < 20; y += 1)
      for (let x = 0; x < 20; x += 1)
        if ((x + y) % 2 === 0)
          parts.push(`<rect x="${x * 60 + 24}" y="${y * 60 + 24}" width="12" height="12"/>`);
  } else if (kind === 'rays') {
    for (let ray = 0; ray < 12; ray += 1) {
      const [a, b] = [(ray * Math.PI) / 6, (ray * Math.PI) / 6 + Math.PI / 12];
      const at = (angle: number) => `${600 + Math.cos(angle) * 1000} ${640 + Math.sin(angle) * 1000}`;
      parts.push(`<path d="M600 640L${at(a)}L${at(b)}z"/>`);
    }
  } else if (kind === 'grid') {
    for (let at = 0; at <= 1200; at += 100)
      parts.push(`<path d="M${at - 3} 0h6v1200h-6zM0 ${at - 3}h1200v6H0z"/>`);
  } else {
    for (let step = 0; step < 12; step += 1)
      parts.push(
        `<rect x="${step * 100}" y="${1200 - (step + 1) * 70}" width="100" height="${(step + 1) * 70}"/>`,
      );
  }
  return `<g fill="${accent}" opacity=".5">${parts.join('')}</g>`;
}

const TEE =
  'M438 196Q600 300 762 196L876 236L1098 410L972 572L888 508L888 1064Q600 1094 312 1064L312 508L228 572L102 410L324 236Z';

/** A tee with the print on its chest, as SVG. */
export function drawTee(style: GarmentStyle, print: PixelCanvas): string {
  const folds =
    '<path d="M330 540Q380 760 340 1060L312 1060L312 510zM870 540Q820 800 860 1062L888 1060L888 510z" fill="#000" opacity=".13"/>' +
    '<path d="M440 1010Q600 1050 760 1004L764 1072Q600 1088 436 1070z" fill="#000" opacity=".08"/>' +
    '<path d="M330 250Q360 330 322 500M870 250Q840 330 878 500" fill="none" stroke="#000" stroke-width="8" opacity=".2"/>';
  const seams =
    '<path d="M150 376L262 536M1050 376L938 536" stroke="#000" stroke-width="6" stroke-dasharray="14 10" opacity=".28" fill="none"/>' +
    '<path d="M424 206Q600 336 776 206" fill="none" stroke="#000" stroke-width="7" opacity=".35"/>';
  return frame(
    `<rect width="1200" height="1200" fill="${style.backdrop}"/>${pattern(style)}` +
      `<path d="${TEE}" fill="${OUTLINE}" transform="translate(26 26)" opacity=".9"/>` +
      `<path d="${TEE}" fill="${style.fabric}"/>${folds}${seams}` +
      `<path d="${TEE}" fill="none" stroke="${OUTLINE}" stroke-width="14" stroke-linejoin="round"/>` +
      print.toSvg(358, 392, 11),
  );
}

/** A pair of long sleeves, as SVG. */
export function drawSleeves(style: GarmentStyle, print: PixelCanvas): string {
  const sleeve = 'M0 0L300 0L262 820L42 820Z';
  const one = (x: number, turn: number) =>
    `<g transform="translate(${x} 190) rotate(${turn} 150 400)">` +
    `<path d="${sleeve}" fill="${OUTLINE}" transform="translate(24 24)" opacity=".9"/>` +
    `<path d="${sleeve}" fill="${style.fabric}"/><path d="M0 0L300 0L296 90L4 90z" fill="#000" opacity=".25"/>` +
    `<path d="M38 740L266 740L262 820L42 820z" fill="#000" opacity=".25"/>` +
    `<path d="M220 90L236 740L266 740L296 90z" fill="#000" opacity=".12"/>` +
    `<path d="${sleeve}" fill="none" stroke="${OUTLINE}" stroke-width="14" stroke-linejoin="round"/>` +
    `${print.toSvg(40, 240, 5)}${print.toSvg(40, 490, 5)}</g>`;
  return frame(
    `<rect width="1200" height="1200" fill="${style.backdrop}"/>${pattern(style)}${one(230, 8)}${one(690, -8)}`,
  );
}

/** A pair of fingerless gloves, backs up, as SVG. */
export function drawGloves(style: GarmentStyle, print: PixelCanvas): string {
  const hand =
    'M60 860L60 420L40 300L110 290L126 380L136 380L136 220L210 220L216 370L226 370L232 190L306 190L310 370L320 370L330 240L400 250L396 520L450 430L510 480L410 700L400 860Z';
  const one = (transform: string, flip: boolean) =>
    `<g transform="${transform}">` +
    `<path d="${hand}" fill="${OUTLINE}" transform="translate(${flip ? -24 : 24} 24)" opacity=".9"/>` +
    `<path d="${hand}" fill="${style.fabric}"/><path d="M60 740L404 740L400 860L60 860z" fill="#000" opacity=".3"/>` +
    `<path d="${hand}" fill="none" stroke="${OUTLINE}" stroke-width="14" stroke-linejoin="round"/></g>`;
  return frame(
    `<rect width="1200" height="1200" fill="${style.backdrop}"/>${pattern(style)}` +
      `${one('translate(60 110)', false)}${one('translate(1140 110) scale(-1 1)', true)}` +
      `${print.toSvg(172, 570, 5.2)}${print.toSvg(798, 570, 5.2)}`,
  );
}

/** A close-up of the print on the weave of the fabric, as SVG. */
export function drawDetail(style: GarmentStyle, print: PixelCanvas): string {
  const weave: string[] = [];
  for (let at = 0; at < 1200; at += 24) weave.push(`M0 ${at}h1200v4H0zM${at} 0v1200h4V0z`);
  return frame(
    `<rect width="1200" height="1200" fill="${style.fabric}"/>` +
      `<path d="${weave.join('')}" fill="#000" opacity=".08"/>` +
      `<g transform="rotate(-6 600 600)">${print.toSvg(600 - 22 * 28, 600 - 22 * 28, 28)}</g>` +
      '<path d="M0 980Q420 900 700 1040T1200 1010V1200H0z" fill="#000" opacity=".14"/>',
  );
}
