// Separate from image-url.ts: every page checks URLs, but only few load the schema library.
import * as z from 'zod/mini';
import { IMAGE_URL_LENGTH_MAX, isImageUrl } from './image-url.ts';

export const ImageUrlSchema = z
  .string()
  .check(
    z.maxLength(IMAGE_URL_LENGTH_MAX),
    z.refine(isImageUrl, 'must be an https URL or a path on this site.'),
  );
