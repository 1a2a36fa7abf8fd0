// Colors of the form #rrggbb, mixed and as light.

export type Rgb = readonly [number, number, number];

export function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colors; `share` of the second one, 0 to 1. */
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

/** The amount of light for each of a channel's 256 values (sRGB, IEC 61966-2-1). */
export const LIGHT_OF_VALUE: Float32Array = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The value of a channel, 0 to 255, for an amount of light. */
export function valueOfLight(light: number): number {
  const share = Math.max(0, Math.min(1, light));
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}
