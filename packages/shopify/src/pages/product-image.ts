import { createHash } from 'node:crypto';
import type { Html } from '@savepoint/server/pages/layout';
import { html } from 'hono/html';

/** Renders an SVG whose colors and pattern depend only on the name. */
export function renderProductImage(name: string, title: string): Html {
  const bytes = createHash('sha256').update(name).digest();
  const hue = Math.round(((bytes[0] ?? 0) / 255) * 360);
  const cells = Array.from({ length: 25 }, (_, index) => {
    // The left half is mirrored, which makes any pattern look like a sprite.
    const column = index % 5;
    const source = Math.floor(index / 5) * 3 + Math.min(column, 4 - column);
    return (bytes[source + 1] ?? 0) % 2 === 0
      ? null
      : { x: 200 + column * 80, y: 200 + Math.floor(index / 5) * 80 };
  }).filter((cell) => cell !== null);
  const sprite = cells.map(
    ({ x, y }) =>
      html`<rect x="${x}" y="${y}" width="80" height="80" fill="hsl(${(hue + 40) % 360} 85% 68%)"/>`,
  );
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800" role="img">
    <title>${title}</title>
    <rect width="800" height="800" fill="hsl(${hue} 40% 92%)"/>
    <rect x="150" y="150" width="500" height="500" rx="48" fill="hsl(${hue} 55% 28%)"/>
    ${sprite}
  </svg>`;
}
