import { describe, expect, it } from 'vitest';
import { isImageUrl } from './image-url.ts';
import { imageFile, imageFileUrl, imageWidths, parseUploadedImageUrl } from './uploaded-image.ts';

const FOLDER = '0123456789abcdef0123456789abcdef-1200x900';
const OBJECTS = 'https://firebasestorage.googleapis.com/v0/b/shop.firebasestorage.app/o/';

describe('the URL of a picture', () => {
  it("is valid for a product, and contains the picture's name and dimensions", () => {
    const url = imageFileUrl({ objectsUrl: OBJECTS, folder: FOLDER }, imageFile(1200, 'webp'));
    expect(isImageUrl(url)).toBe(true);
    expect(parseUploadedImageUrl(url)).toEqual({
      objectsUrl: OBJECTS,
      folder: FOLDER,
      width: 1200,
      height: 900,
    });
  });

  it.each([
    '/art/save-point-tee.webp',
    'https://cdn.shopify.com/s/files/1/a.webp?v=1',
    `${OBJECTS}uploads%2Fuid%2Fid?alt=media`,
    `${OBJECTS}images%2F${FOLDER}%2F1200.webp`,
    `${OBJECTS}images%2Fshort-1200x900%2F1200.webp?alt=media`,
    '',
  ])('is not %j', (url) => {
    expect(parseUploadedImageUrl(url)).toBeUndefined();
  });
});

describe('imageWidths', () => {
  it("returns the page widths below the picture's width, and the picture's own", () => {
    expect(imageWidths(1200)).toEqual([400, 800, 1200]);
    expect(imageWidths(800)).toEqual([400, 800]);
    expect(imageWidths(300)).toEqual([300]);
  });
});
