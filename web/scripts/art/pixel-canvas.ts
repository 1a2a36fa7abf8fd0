export type Color = string;

/**
 * A grid of square pixels that is drawn on and converted to SVG paths. Drawing methods return the
 * canvas for chaining.
 */
export class PixelCanvas {
  readonly width: number;
  readonly height: number;
  readonly #cells: (Color | undefined)[];

  constructor(width: number, height = width) {
    this.width = width;
    this.height = height;
    this.#cells = new Array<Color | undefined>(width * height).fill(undefined);
  }

  /** Sets one pixel; coordinates outside the grid are ignored, `undefined` clears. */
  set(x: number, y: number, color: Color | undefined): this {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column >= 0 && row >= 0 && column < this.width && row < this.height) {
      this.#cells[row * this.width + column] = color;
    }
    return this;
  }

  /** The color of a pixel; undefined when it is clear or outside the grid. */
  get(x: number, y: number): Color | undefined {
    return x < 0 || y < 0 || x >= this.width || y >= this.height
      ? undefined
      : this.#cells[y * this.width + x];
  }

  /** Fills a rectangle. */
  rect(x: number, y: number, width: number, height: number, color: Color | undefined): this {
    return this.fillWhere((px, py) => px >= x && px < x + width && py >= y && py < y + height, color);
  }

  /** Fills a disc. */
  disc(cx: number, cy: number, radius: number, color: Color | undefined): this {
    return this.fillWhere((x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= radius * radius + radius * 0.4, color);
  }

  /** Draws a line; `thickness` extends right and down. */
  line(x0: number, y0: number, x1: number, y1: number, color: Color, thickness = 1): this {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1) * 2;
    for (let step = 0; step <= steps; step += 1) {
      const x = x0 + ((x1 - x0) * step) / steps;
      const y = y0 + ((y1 - y0) * step) / steps;
      for (let dx = 0; dx < thickness; dx += 1)
        for (let dy = 0; dy < thickness; dy += 1) this.set(Math.floor(x) + dx, Math.floor(y) + dy, color);
    }
    return this;
  }

  /** Fills a polygon by the even-odd rule. */
  polygon(points: readonly (readonly [number, number])[], color: Color | undefined): this {
    return this.fillWhere((x, y) => {
      let inside = false;
      points.forEach(([ax, ay], index) => {
        const [bx, by] = points[(index + 1) % points.length] as readonly [number, number];
        const [px, py] = [x + 0.5, y + 0.5];
        if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
      });
      return inside;
    }, color);
  }

  /** Fills every pixel that matches. */
  fillWhere(test: (x: number, y: number) => boolean, color: Color | undefined): this {
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) if (test(x, y)) this.set(x, y, color);
    return this;
  }

  /**
   * Draws rows of characters as pixels; each character is a key of `palette`, others are
   * transparent.
   */
  sprite(x: number, y: number, rows: readonly string[], palette: Record<string, Color>, scale = 1): this {
    rows.forEach((row, dy) => {
      [...row].forEach((key, dx) => {
        const color = palette[key];
        if (color !== undefined) this.rect(x + dx * scale, y + dy * scale, scale, scale, color);
      });
    });
    return this;
  }

  /** Copies the left half onto the right, mirrored. */
  mirror(): this {
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width / 2; x += 1) this.set(this.width - 1 - x, y, this.get(x, y));
    return this;
  }

  /** The same pixels once more. */
  copy(): PixelCanvas {
    const canvas = new PixelCanvas(this.width, this.height);
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) canvas.set(x, y, this.get(x, y));
    return canvas;
  }

  /** Draws an outline of one pixel around everything drawn so far. */
  outline(color: Color): this {
    const rim: [number, number][] = [];
    this.fillWhere((x, y) => {
      if (this.get(x, y) !== undefined) return false;
      const near = [this.get(x - 1, y), this.get(x + 1, y), this.get(x, y - 1), this.get(x, y + 1)];
      if (near.some((cell) => cell !== undefined)) rim.push([x, y]);
      return false;
    }, color);
    for (const [x, y] of rim) this.set(x, y, color);
    return this;
  }

  /** One SVG path per color, with the top left corner at (x, y) and pixels of `size` units. */
  toSvg(x: number, y: number, size: number): string {
    const runs = new Map<Color, string[]>();
    for (let row = 0; row < this.height; row += 1) {
      for (let start = 0; start < this.width; ) {
        const color = this.get(start, row);
        let end = start + 1;
        while (end < this.width && this.get(end, row) === color) end += 1;
        if (color !== undefined) {
          const path = `M${x + start * size} ${y + row * size}h${(end - start) * size}v${size}h-${(end - start) * size}z`;
          runs.set(color, [...(runs.get(color) ?? []), path]);
        }
        start = end;
      }
    }
    return [...runs]
      .map(([color, paths]) => `<path fill="${color}" d="${paths.join('')}" shape-rendering="crispEdges"/>`)
      .join('');
  }
}
