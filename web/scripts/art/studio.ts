// Light, shadow and cloth for drawings of merchandise. Every drawing is a square of 1200 units.

const SIDE = 1200;

/** A line of a fold, blurred: darker or lighter than the cloth. */
export interface Fold {
  readonly d: string;
  readonly width: number;
  readonly tone: 'dark' | 'light';
}

type Rgb = readonly [number, number, number];

function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colors of the form #rrggbb; `share` of the second one, 0 to 1. */
function mix(color: string, other: string, share: number): string {
  const [a, b] = [toRgb(color), toRgb(other)];
  return `#${a
    .map((part, index) =>
      Math.round(part + ((b[index] as number) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export const darker = (color: string, share: number) => mix(color, '#0b0916', share);
export const lighter = (color: string, share: number) => mix(color, '#ffffff', share);

/** How light a color is, 0 to 1 (relative luminance without gamma). */
export function lightness(color: string): number {
  const [r, g, b] = toRgb(color);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

const BLURS = [4, 8, 14, 24, 40] as const;
/** A blur filter of `frame`, by its standard deviation. */
export const blur = (deviation: (typeof BLURS)[number]) => `filter="url(#blur-${deviation})"`;

/** The SVG document around a drawing. */
export function frame(content: string, [width, height]: readonly [number, number] = [SIDE, SIDE]): string {
  const filters = BLURS.map(
    (deviation) =>
      `<filter id="blur-${deviation}" x="-15%" y="-15%" width="130%" height="130%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${filters}</defs>${content}</svg>`;
}

/**
 * A seamless studio backdrop: lit from the upper left, and a floor that falls off to the bottom.
 */
export function backdrop(color: string, [width, height]: readonly [number, number] = [SIDE, SIDE]): string {
  return (
    `<defs><radialGradient id="lamp" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="${lighter(color, 0.32)}"/>` +
    `<stop offset=".55" stop-color="${color}"/><stop offset="1" stop-color="${darker(color, 0.22)}"/></radialGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#lamp)"/>`
  );
}

/** The soft shadow that a shape casts on the backdrop behind it. */
export function castShadow(d: string, opacity = 0.4): string {
  return `<path d="${d}" transform="translate(22 34)" fill="#0b0916" opacity="${opacity * 1.2}" ${blur(24)}/>`;
}

let clips = 0;

/** Content that is cut off at the outline of a shape. */
export function clipTo(d: string, content: string): string {
  clips += 1;
  return `<clipPath id="clip-${clips}"><path d="${d}"/></clipPath><g clip-path="url(#clip-${clips})">${content}</g>`;
}

/**
 * One blurred group for each tone: a filter on a single line would cut it off at its box, which has
 * no room for the width of a stroke.
 */
function drawFolds(folds: readonly Fold[], color: string, strength: number): string {
  const isDark = lightness(color) < 0.35;
  return (['dark', 'light'] as const)
    .filter((tone) => folds.some((fold) => fold.tone === tone))
    .map((tone) => {
      const [stroke, opacity] =
        tone === 'dark' ? ['#0b0916', isDark ? 0.55 : 0.22] : ['#ffffff', isDark ? 0.14 : 0.36];
      const lines = folds
        .filter((fold) => fold.tone === tone)
        .map(({ d, width }) => `<path d="${d}" stroke-width="${width}"/>`);
      return `<g fill="none" stroke="${stroke}" stroke-linecap="round" opacity="${(opacity * strength).toFixed(2)}" ${blur(14)}>${lines.join('')}</g>`;
    })
    .join('');
}

/**
 * A piece of cloth: its shape, folds, a light edge, and what is printed on it. The folds lie over
 * the print as well, weaker, since ink bends with the cloth.
 */
export function cloth(d: string, color: string, folds: readonly Fold[], print = ''): string {
  const edge = `<path d="${d}" fill="none" stroke="#0b0916" stroke-width="30" opacity="${lightness(color) < 0.35 ? 0.5 : 0.22}" ${blur(14)}/>`;
  const rim = `<path d="${d}" transform="translate(5 6)" fill="none" stroke="#ffffff" stroke-width="7" opacity="${lightness(color) < 0.35 ? 0.12 : 0.22}"/>`;
  return (
    `<path d="${d}" fill="${color}"/>` +
    clipTo(
      d,
      `${drawFolds(folds, color, 1)}${print}${
        print === ''
          ? ''
          : drawFolds(
              folds.filter(({ tone }) => tone === 'dark'),
              color,
              0.45,
            )
      }${edge}${rim}`,
    )
  );
}

/** A line of stitches. */
export function stitches(d: string, color: string): string {
  const thread = lightness(color) < 0.35 ? lighter(color, 0.32) : darker(color, 0.3);
  return `<path d="${d}" fill="none" stroke="${thread}" stroke-width="3" stroke-dasharray="9 6" opacity=".75"/>`;
}

/** A drawing before a backdrop of a color, as a document. */
export function inStudio(color: string, content: string): string {
  return frame(backdrop(color) + content);
}
