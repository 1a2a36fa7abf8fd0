/** Placeholder shape of an explanation. */
export interface Explanation {
  readonly summary: string;
}
