import { imageFileUrl, parseUploadedImageUrl, SHARE_FILE } from '@savepoint/model/uploaded-image';

/**
 * The shop's own pictures of products. All pictures of a product share an image for link previews
 * (web/scripts/draw-art.ts).
 */
const OWN_PICTURE = /^\/art\/([\w-]+?)(?:-(?:back|detail|folded|glow|pair|box|card|tag))?\.webp$/;

/**
 * The picture of a product for link previews: 1200 x 630 for uploaded pictures and the shop's own
 * pictures, and the product's image otherwise.
 */
export function shareImage(image: string): string {
  const uploaded = parseUploadedImageUrl(image);
  if (uploaded !== undefined) return imageFileUrl(uploaded, SHARE_FILE);
  return image.replace(OWN_PICTURE, '/art/$1-share.jpg');
}
