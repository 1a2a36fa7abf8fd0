import type { ReviewFields } from '@savepoint/model/review';
import type { ProductId } from './product-ids.ts';

type SampleReview = Omit<ReviewFields, 'createdAt' | 'productId'> & {
  readonly productId: ProductId;
  readonly createdAt: Date;
};

/** The four sample reviews. The review counts of the sample products include them. */
export const REVIEWS: readonly SampleReview[] = [
  {
    productId: 'save-point-tee',
    userId: 'sample-mira',
    userName: 'Mira K.',
    rating: 5,
    title: 'It really glows',
    content:
      'Wore it to a night tram and a stranger nodded. The cotton is heavy in a good way and after ten washes the crystal still charges.',
    createdAt: new Date('2026-10-28T18:20:00Z'),
    fit: 'true',
    size: 'M',
    verified: true,
  },
  {
    productId: 'pixel-ronin-tee',
    userId: 'sample-jonas',
    userName: 'Jonas W.',
    rating: 5,
    title: 'Every pixel where it belongs',
    content: 'The print is sharp up to the edge of the hat. I take an L everywhere and this L is an L.',
    createdAt: new Date('2026-11-04T09:05:00Z'),
    fit: 'true',
    size: 'L',
    verified: true,
  },
  {
    productId: 'spirit-fox-tee',
    userId: 'sample-aiko',
    userName: 'Aiko S.',
    rating: 4,
    title: 'Lovely, and very wide',
    content:
      'The smoke is even better than in the picture. It is cut wide, so take one size down unless you want to live in it.',
    createdAt: new Date('2026-11-09T21:40:00Z'),
    fit: 'large',
    size: 'S',
    verified: true,
  },
  {
    productId: 'moonlit-shinobi-tee',
    userId: 'sample-deniz',
    userName: 'Deniz A.',
    rating: 5,
    title: 'The moon follows headlights',
    content:
      'Bought it for the drawing, stayed for the reflective moon. Came fast, folded in tissue paper like a secret.',
    createdAt: new Date('2026-11-15T12:10:00Z'),
    fit: 'true',
    size: 'XL',
    verified: true,
  },
];
