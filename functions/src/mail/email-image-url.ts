import { imageFile, imageFileUrl, imageWidths, parseUploadedImageUrl } from '@savepoint/model/uploaded-image';

/** The shop's own pictures, which exist in this width (web/scripts/draw-art.ts). */
const OWN_PICTURE = /^(\/art\/[a-z0-9-]+)\.webp$/;
const OWN_WIDTH = 400;

/** The absolute URL of a small version of a product's picture. */
export function emailImageUrl(image: string, shopUrl: string): string {
  const uploaded = parseUploadedImageUrl(image);
  if (uploaded !== undefined)
    return imageFileUrl(uploaded, imageFile(imageWidths(uploaded.width)[0] ?? uploaded.width, 'webp'));
  const own = image.replace(OWN_PICTURE, `$1-${OWN_WIDTH}.webp`);
  return own.startsWith('/') ? `${shopUrl}${own}` : own;
}
