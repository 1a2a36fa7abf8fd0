// What is laid onto a scene. Lengths are in centimeters.
import type { Fold } from './folds.ts';

/** How something looks from near. */
export type Surface = 'jersey' | 'rib' | 'stretch' | 'canvas' | 'tissue' | 'paper' | 'smooth';

/**
 * Lines and areas that are raised (red) or sunken (blue), as SVG, and their height at full color.
 */
export interface Relief {
  readonly svg: string;
  readonly height: number;
  readonly softness: number;
}

export interface Piece {
  /** SVG of the silhouette, in any color. */
  readonly shape: string;
  readonly color: string;
  /** SVG of what is seen on the color. */
  readonly drawing?: string;
  readonly surface: Surface;
  readonly reliefs?: readonly Relief[];
  readonly folds?: readonly Fold[];
  /** How high the edge is, and how far it takes to get there. */
  readonly thickness: number;
  readonly roundness?: number;
  /** How much cloth undulates: 1 is laid down with care. */
  readonly waviness?: number;
  /** How far it is above what is below, for its shadow: 1 is lying on it. */
  readonly lift?: number;
  /** SVG of ink that stands up from the cloth and hides its knit. */
  readonly ink?: string;
  /** SVG of what mirrors the light: foil, metal, enamel. */
  readonly gloss?: string;
  /** SVG of what shines by itself. */
  readonly glow?: string;
  /** Pieces of one seed have the same folds. */
  readonly seed?: string;
}

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly scale?: number;
}
