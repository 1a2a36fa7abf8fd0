import type { Product } from '@savepoint/model/product';
import { type RatingCounts, totalRatings } from '@savepoint/model/rating-counts';
import type { CSSProperties } from 'react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { PRODUCT_REVIEWS_MAX, useProductReviewsQuery } from '../../api/review-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Stars } from '../../components/stars.tsx';
import { productPath } from '../../lib/paths.ts';
import { selectSession } from '../../session/session-slice.ts';
import { OwnReview } from './own-review.tsx';
import { type FitSummary, summarizeFit } from './review-summary.ts';
import { ReviewView } from './review-view.tsx';

const INITIAL_REVIEWS = 5;
const STARS = [5, 4, 3, 2, 1] as const;

function Histogram({ counts }: { counts: RatingCounts }) {
  const total = totalRatings(counts);
  return (
    <ul className="histogram" aria-label="Ratings">
      {STARS.map((stars) => {
        const count = counts[stars - 1] ?? 0;
        return (
          <li key={stars}>
            <span>
              {stars} {stars === 1 ? 'star' : 'stars'}
            </span>
            <span
              className="bar"
              aria-hidden
              style={{ '--share': `${(count / total) * 100}%` } as CSSProperties}
            />
            <span>{count}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The number of ratings with a review; the list has the newest of them. */
function WrittenReviews({ count }: { count: number }) {
  if (count === 0) return <p className="muted">No written reviews yet.</p>;
  if (count === PRODUCT_REVIEWS_MAX)
    return <p className="muted">Showing the newest {count} written reviews.</p>;
  return <p className="muted">{count === 1 ? '1 written review' : `${count} written reviews`}</p>;
}

function Fit({ fit }: { fit: FitSummary }) {
  const total = fit.small + fit.true + fit.large;
  return (
    <dl className="histogram fit">
      {(
        [
          ['Runs small', fit.small],
          ['True to size', fit.true],
          ['Runs large', fit.large],
        ] as const
      ).map(([label, count]) => (
        <div key={label} className="row">
          <dt>{label}</dt>
          <dd>{Math.round((count / total) * 100)}%</dd>
        </div>
      ))}
    </dl>
  );
}

/** A page that was not rendered on the server has just read the reviews. */
const FRESH_SECONDS = 10;

/**
 * The reviews of a product: rating summary, list, and the form for buyers. The product has the
 * ratings, of which only some have a review.
 */
export function ProductReviews({ product }: { product: Product }) {
  // As fresh as the product above, whose stars count the same reviews.
  const {
    data: reviews,
    isError,
    refetch,
  } = useProductReviewsQuery(product.id, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  });
  const session = useSelector(selectSession);
  const [all, setAll] = useState(false);
  if (isError && reviews === undefined) return <ErrorState resource="the reviews" onRetry={refetch} />;
  if (reviews === undefined) return <Skeleton height="14rem" />;
  const fit = summarizeFit(reviews);
  const visible = all ? reviews : reviews.slice(0, INITIAL_REVIEWS);
  return (
    <div className="reviews">
      <div className="stack">
        <div className="rating-summary stack">
          {product.reviews > 0 ? (
            <>
              <Stars rating={product.rating} count={product.reviews} />
              {product.ratingCounts && <Histogram counts={product.ratingCounts} />}
              <WrittenReviews count={reviews.length} />
            </>
          ) : (
            <p className="muted">Nobody has rated this product yet.</p>
          )}
          {fit && <Fit fit={fit} />}
        </div>
        {session.status === 'signed-in' ? (
          <OwnReview uid={session.user.uid} product={product} />
        ) : (
          <p className="muted">
            Bought it?{' '}
            <ButtonLink variant="quiet" to="/login" state={{ from: productPath(product.id) }}>
              Log in to write a review
            </ButtonLink>
          </p>
        )}
      </div>
      <div>
        {visible.map((review) => (
          <ReviewView key={review.id} review={review} isOwn={review.userId === session.user?.uid} />
        ))}
        {reviews.length > visible.length && (
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all {reviews.length} reviews
          </Button>
        )}
      </div>
    </div>
  );
}
