// Small charts as inline SVG. Colors are those of the page's style sheet, so both themes work.

const WIDTH = 440;
const HEIGHT = 140;
const LEFT = 48;
const BOTTOM = 20;
const TOP = 8;
const HEAT_WIDTH = 1120;

/** Values of equal time spans, side by side or stacked. */
export interface Series {
  readonly name: string;
  /** A class of the style sheet: c1 to c8. */
  readonly color: string;
  readonly values: readonly number[];
}

export interface Axis {
  /** Seconds per column. */
  readonly secondsPerColumn: number;
  readonly format: (value: number) => string;
}

/** Stacked bars. */
export function barChart(title: string, series: readonly Series[], axis: Axis): string {
  const columns = Math.max(1, ...series.map(({ values }) => values.length));
  const sums = Array.from({ length: columns }, (_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const max = niceMax(Math.max(...sums));
  const width = (WIDTH - LEFT) / columns;
  const bars: string[] = [];
  for (let index = 0; index < columns; index += 1) {
    let from = 0;
    for (const { values, color } of series) {
      const value = values[index] ?? 0;
      if (value === 0) continue;
      const top = toY(from + value, max);
      const height = toY(from, max) - top;
      const place = `x="${(LEFT + index * width).toFixed(1)}" y="${top.toFixed(1)}"`;
      bars.push(
        `<rect class="${color}" ${place} width="${Math.max(0.6, width - 0.6).toFixed(1)}" height="${Math.max(0.6, height).toFixed(1)}"/>`,
      );
      from += value;
    }
  }
  return figure(title, series, bars.join(''), max, columns, axis);
}

/** Lines over time; a column without a value interrupts its line. */
export function lineChart(title: string, series: readonly Series[], axis: Axis): string {
  const columns = Math.max(2, ...series.map(({ values }) => values.length));
  const max = niceMax(Math.max(0, ...series.flatMap(({ values }) => values.filter(Number.isFinite))));
  const toX = (index: number) => LEFT + ((index + 0.5) * (WIDTH - LEFT)) / columns;
  const lines = series.map(({ values, color }) => {
    let path = '';
    values.forEach((value, index) => {
      if (!Number.isFinite(value)) return;
      const command = Number.isFinite(values[index - 1]) ? 'L' : 'M';
      path += `${command}${toX(index).toFixed(1)} ${toY(value, max).toFixed(1)}h.01`;
    });
    return `<path class="line ${color}" d="${path}"/>`;
  });
  return figure(title, series, lines.join(''), max, columns, axis);
}

/** A row per document, a cell per time span; darker cells have more writes. */
export function heatMap(
  title: string,
  rows: readonly { readonly name: string; readonly values: readonly number[] }[],
  { secondsPerColumn, limit }: { readonly secondsPerColumn: number; readonly limit: number },
): string {
  const columns = Math.max(1, ...rows.map(({ values }) => values.length));
  const max = Math.max(1, ...rows.flatMap(({ values }) => values));
  const rowHeight = 18;
  const left = 230;
  const width = (HEAT_WIDTH - left) / columns;
  const cells = rows.flatMap(({ name, values }, row) => [
    `<text class="name" x="${left - 6}" y="${row * rowHeight + 12}" text-anchor="end">${escapeHtml(shorten(name))}</text>`,
    ...values.map((value, column) => {
      if (value === 0) return '';
      const isHot = value / secondsPerColumn > limit;
      const opacity = (0.2 + (0.8 * value) / max).toFixed(2);
      return `<rect class="${isHot ? 'hot' : 'warm'}" fill-opacity="${opacity}" x="${(left + column * width).toFixed(1)}" y="${row * rowHeight}" width="${Math.max(1, width).toFixed(1)}" height="${rowHeight - 3}"><title>${escapeHtml(name)}: ${value} writes in ${secondsPerColumn} s</title></rect>`;
    }),
  ]);
  const height = rows.length * rowHeight + BOTTOM;
  const ticks = timeTicks(
    columns,
    secondsPerColumn,
    (share) => left + share * (HEAT_WIDTH - left),
    height - 6,
  );
  return `<figure class="wide"><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${HEAT_WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}">${cells.join('')}${ticks}</svg></figure>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function figure(
  title: string,
  series: readonly Series[],
  marks: string,
  max: number,
  columns: number,
  { secondsPerColumn, format }: Axis,
): string {
  const lines = [0, 0.5, 1].map((share) => {
    const y = toY(share * max, max).toFixed(1);
    return `<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/><text x="${LEFT - 6}" y="${Number(y) + 4}" text-anchor="end">${escapeHtml(format(share * max))}</text>`;
  });
  const legend = series
    .map(({ name, color }) => `<span><i class="${color}"></i>${escapeHtml(name)}</span>`)
    .join('');
  const ticks = timeTicks(columns, secondsPerColumn, (share) => LEFT + share * (WIDTH - LEFT), HEIGHT - 4);
  return `<figure><figcaption>${escapeHtml(title)}${series.length > 1 ? `<small>${legend}</small>` : ''}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}"><g class="grid">${lines.join('')}</g>${marks}${ticks}</svg></figure>`;
}

function timeTicks(
  columns: number,
  secondsPerColumn: number,
  toX: (share: number) => number,
  y: number,
): string {
  const seconds = columns * secondsPerColumn;
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => {
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      return `<text x="${toX(share).toFixed(1)}" y="${y}" text-anchor="${anchor}">${clock(share * seconds)}</text>`;
    })
    .join('');
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function toY(value: number, max: number): number {
  return TOP + (1 - value / max) * (HEIGHT - TOP - BOTTOM);
}

/** 1, 2 or 5 times a power of ten. */
function niceMax(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) as number;
}

function shorten(name: string): string {
  return name.length <= 32 ? name : `${name.slice(0, 18)}…${name.slice(-13)}`;
}
