import type { CSSProperties } from 'react';

/**
 * A rating of 0 to 5 as stars and as text; `count` is the number of ratings. `single` shows one
 * star, for places where a row of them is too much.
 */
export function Stars(props: { rating: number; count?: number; single?: boolean }) {
  if (props.count === 0) return <span className="stars">No reviews yet</span>;
  const rating = props.rating.toFixed(1);
  return (
    <span className="stars">
      <span
        className={props.single ? 'stars-meter stars-single' : 'stars-meter'}
        style={{ '--rating': props.single ? 5 : props.rating } as CSSProperties}
        aria-hidden
      />
      <span className="visually-hidden">Rated {rating} out of 5</span>
      <span aria-hidden>{rating}</span>
      {props.count !== undefined && (
        <span>
          ({props.count}
          <span className="visually-hidden"> {props.count === 1 ? 'rating' : 'ratings'}</span>)
        </span>
      )}
    </span>
  );
}
