/** Drawings of web/scripts/art/states.ts. */
export type StateArtName = 'empty-cart' | 'empty-wishlist' | 'locked-chest' | 'game-over' | 'saved';

/** A decorative drawing for a page without other content. */
export function StateArt({ name }: { name: StateArtName }) {
  return <img className="state-art" src={`/art/${name}.svg`} alt="" width={256} height={192} />;
}
