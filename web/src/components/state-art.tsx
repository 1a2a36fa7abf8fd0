/** Drawings of web/scripts/art/states.ts. */
export type StateArtName = 'empty-cart' | 'empty-wishlist' | 'locked-chest' | 'game-over' | 'saved';

/** The drawing of a page that has nothing else to show, as decoration. */
export function StateArt({ name }: { name: StateArtName }) {
  return <img className="state-art" src={`/art/${name}.svg`} alt="" width={256} height={192} />;
}
