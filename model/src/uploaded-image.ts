// Uploaded product pictures: their files, widths and limits. The URL of a picture contains its
// dimensions, so that carts, orders and emails, which copy only the URL, need no further read.

/** Content types that may be uploaded. `storage.rules` repeats them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Bytes of an uploaded file. `storage.rules` repeats it. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;
/** Pixels of the longer and the shorter side of an uploaded picture, and in all. */
export const IMAGE_SIDE_MAX = 12_000;
export const IMAGE_SIDE_MIN = 200;
export const IMAGE_PIXELS_MAX = 50_000_000;

/** The box to which a picture is scaled down, in pixels. Its largest file fills it. */
export const IMAGE_MAX_WIDTH = 1200;
export const IMAGE_MAX_HEIGHT = 1600;
/** Widths of the smaller files, in pixels: those of the shop's own art. */
const SMALLER_WIDTHS = [400, 800] as const;

/** The file formats. Each picture has all of them in all of its widths. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The folders of a bucket. `storage.rules` repeats them. */
export const UPLOADS_FOLDER = 'uploads';
export const IMAGES_FOLDER = 'images';

const IMAGE_URL =
  /^(https?:\/\/[^?#]+\/o\/)images%2F([0-9a-f]{32}-(\d{1,4})x(\d{1,4}))%2F\d{1,4}\.webp\?alt=media$/;

/** A picture as identified by its URL. */
export interface UploadedImage {
  /** The URL of the bucket's objects, with a trailing slash. */
  readonly objectsUrl: string;
  /** The folder of its files inside `images`. */
  readonly folder: string;
  /** Pixels of its largest file. */
  readonly width: number;
  readonly height: number;
}

/** The picture of a URL; undefined for any other image. */
export function parseUploadedImageUrl(url: string): UploadedImage | undefined {
  const [, objectsUrl, folder, width, height] = IMAGE_URL.exec(url) ?? [];
  if (objectsUrl === undefined || folder === undefined) return undefined;
  return { objectsUrl, folder, width: Number(width), height: Number(height) };
}

/** The widths of the files of a picture that is `width` pixels wide, the largest last. */
export function imageWidths(width: number): number[] {
  return [...SMALLER_WIDTHS.filter((smaller) => smaller < width), width];
}

/** The file of a picture in one width and format. */
export function imageFile(width: number, format: ImageFormat): string {
  return `${width}.${format}`;
}

/** The file of a picture for link previews, which has SHARE_WIDTH by SHARE_HEIGHT pixels. */
export const SHARE_FILE = 'share.jpg';
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** The name of a file of a picture in its bucket. */
export function imageObjectName(folder: string, file: string): string {
  return `${IMAGES_FOLDER}/${folder}/${file}`;
}

/** The URL of a file of a picture, as browsers read it. */
export function imageFileUrl(
  { objectsUrl, folder }: Pick<UploadedImage, 'objectsUrl' | 'folder'>,
  file: string,
): string {
  return `${objectsUrl}${encodeURIComponent(imageObjectName(folder, file))}?alt=media`;
}
