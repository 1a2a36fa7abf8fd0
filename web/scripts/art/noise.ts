// Random numbers and smooth noise that are identical on each run.

/** Numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed from a text. */
export function seedOf(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 16777619);
  return hash >>> 0;
}

/** Noise at a position, about -1 to 1, with features one unit wide. */
export type Noise = (x: number, y: number) => number;

const SLOPES = 64;

/** Gradient noise (Perlin, Improving Noise, 2002). */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const table = new Uint8Array(512);
  const order = Array.from({ length: 256 }, (_, index) => index);
  for (let at = 255; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  for (let at = 0; at < 512; at += 1) table[at] = order[at & 255] as number;
  const slopesX = new Float32Array(SLOPES);
  const slopesY = new Float32Array(SLOPES);
  for (let at = 0; at < SLOPES; at += 1) {
    slopesX[at] = Math.cos((at / SLOPES) * 2 * Math.PI);
    slopesY[at] = Math.sin((at / SLOPES) * 2 * Math.PI);
  }
  const corner = (column: number, row: number, x: number, y: number) => {
    const slope = (table[(table[column & 255] as number) + (row & 255)] as number) % SLOPES;
    return (slopesX[slope] as number) * x + (slopesY[slope] as number) * y;
  };
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const dx = x - column;
    const dy = y - row;
    const fx = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const fy = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const upper = corner(column, row, dx, dy) * (1 - fx) + corner(column + 1, row, dx - 1, dy) * fx;
    const lower =
      corner(column, row + 1, dx, dy - 1) * (1 - fx) + corner(column + 1, row + 1, dx - 1, dy - 1) * fx;
    return (upper * (1 - fy) + lower * fy) * 1.5;
  };
}

/** Noise of several octaves, each half as high and half as wide as the previous one. */
export function layerNoise(noise: Noise, x: number, y: number, octaves: number): number {
  let [sum, height, scale] = [0, 1, 1];
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += noise(x * scale + octave * 17.3, y * scale - octave * 9.1) * height;
    height *= 0.5;
    scale *= 2.03;
  }
  return sum;
}
