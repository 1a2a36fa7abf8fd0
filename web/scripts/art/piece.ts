// Pieces that are laid onto a scene. Lengths are in centimeters.
import type { Fold } from './folds.ts';

/** The texture of a material. */
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
  /** SVG of the drawing on the base color. */
  readonly drawing?: string;
  readonly surface: Surface;
  readonly reliefs?: readonly Relief[];
  readonly folds?: readonly Fold[];
  /** The height of the edge, and the distance over which it rises. */
  readonly thickness: number;
  readonly roundness?: number;
  /** How much cloth undulates: 1 for carefully laid cloth. */
  readonly waviness?: number;
  /** How far it is above the surface below, for its shadow: 1 for lying on it. */
  readonly lift?: number;
  /** SVG of raised ink that hides the knit. */
  readonly ink?: string;
  /** SVG of mirroring parts: foil, metal, enamel. */
  readonly gloss?: string;
  /** SVG of luminous parts. */
  readonly glow?: string;
  /** Pieces with the same seed have the same folds. */
  readonly seed?: string;
}

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly scale?: number;
}
